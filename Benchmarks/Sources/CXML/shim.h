#pragma once
// Nothing: this module only brings the search path of libxml2 and the link to it.
