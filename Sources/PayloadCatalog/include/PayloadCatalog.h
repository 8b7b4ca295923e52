#pragma once
#include <stddef.h>

/// The catalogue of payload types and keys, one fact a line; see ProfileKit/Catalog for its form.
extern const unsigned char pbpolicy_catalog[];
extern const size_t pbpolicy_catalog_size;
