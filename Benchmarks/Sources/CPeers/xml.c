#include "CPeers.h"
#include <libxml/parser.h>

static void start(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
    const xmlChar **namespaces, int attributes, int defaulted, const xmlChar **values) {
  ++*(long *)context;
}

static void text(void *context, const xmlChar *bytes, int count) {}

long peers_sax(const uint8_t *bytes, size_t count) {
  long elements = 0;
  xmlSAXHandler handler = {0};
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start;
  handler.characters = text;
  xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, &elements, NULL, 0, NULL);
  if (parser == NULL) return -1;
  xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC);
  for (size_t at = 0; at < count; at += 64 << 10) {
    size_t left = count - at;
    xmlParseChunk(parser, (const char *)bytes + at, left < 64 << 10 ? (int)left : 64 << 10, 0);
  }
  xmlParseChunk(parser, NULL, 0, 1);
  int isWellFormed = parser->wellFormed;
  xmlFreeParserCtxt(parser);
  return isWellFormed ? elements : -1;
}
