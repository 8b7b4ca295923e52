#include "PayloadCatalog.h"

// The embedded file keeps the catalogue readable; every clang that builds Swift 6 knows it.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char pbpolicy_catalog[] = {
#embed "catalog.tsv"
};
const size_t pbpolicy_catalog_size = sizeof pbpolicy_catalog;
