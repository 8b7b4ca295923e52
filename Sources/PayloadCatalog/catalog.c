#include "PayloadCatalog.h"

// The embedded file keeps the catalogue readable; every clang that builds Swift 6 knows it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char catalog[] = {
#embed "catalog.tsv"
};

const unsigned char *pbpolicy_catalog_bytes(void) { return catalog; }
size_t pbpolicy_catalog_count(void) { return sizeof catalog; }
