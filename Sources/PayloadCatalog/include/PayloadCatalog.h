#pragma once
#include <stddef.h>

/// The catalogue of payload types and keys, one fact a line; see ProfileKit/Catalog for its form.
const unsigned char *pbpolicy_catalog_bytes(void);
/// How many bytes it has.
size_t pbpolicy_catalog_count(void);
