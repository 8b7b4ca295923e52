#pragma once
// libxml2's headers would pull in ICU's, which clash with Foundation's own copy where both are
// imported; nothing here touches the fields that this hides.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

/// A parser of `count` bytes of UTF-8, which it copies; NULL without memory.
///
/// Its options lift limits that its caller holds better: the whole text is bounded, no entity is
/// ever declared, and depth is counted by whoever listens.
static inline xmlParserCtxtPtr clibxml2_parser(const unsigned char *bytes, int count) {
  xmlParserCtxtPtr parser = xmlCreateMemoryParserCtxt((const char *)bytes, count);
  if (parser == NULL) return NULL;
  xmlCtxtUseOptions(
      parser, XML_PARSE_NONET | XML_PARSE_BIG_LINES | XML_PARSE_IGNORE_ENC | XML_PARSE_HUGE);
  return parser;
}

/// Parses the whole text, telling `handler`, whose functions get `context`.
static inline void clibxml2_run(
    xmlParserCtxtPtr parser, const xmlSAXHandler *handler, void *context) {
  *parser->sax = *handler;
  parser->userData = context;
  xmlParseDocument(parser);
}

/// Leaves nothing to read. Only for callbacks after which the parser looks where it stands.
static inline void clibxml2_skip_rest(xmlParserCtxtPtr parser) {
  parser->input->cur = parser->input->end;
}

/// Where the parser stands in the bytes it was given, in bytes from the start.
///
/// True only for a parser that decodes nothing itself (UTF-8 in, XML_PARSE_IGNORE_ENC).
static inline long clibxml2_offset(xmlParserCtxtPtr parser) {
  xmlParserInputPtr input = parser->input;
  if (input == NULL || input->cur == NULL || input->base == NULL) return 0;
  return (long)input->consumed + (long)(input->cur - input->base);
}

/// Takes an error and says nothing: libxml2 would write to standard error.
static inline void clibxml2_silence(void *context, xmlErrorPtr error) {
  (void)context;
  (void)error;
}

/// Decodes `count` bytes of `encoding` to UTF-8; the caller releases the result with `free`.
///
/// Returns NULL where the encoding is unknown or the bytes are not of it.
static inline unsigned char *clibxml2_decode(
    const char *encoding, const unsigned char *bytes, int count, size_t limit,
    size_t *decoded) {
  xmlCharEncodingHandlerPtr handler = xmlFindCharEncodingHandler(encoding);
  if (handler == NULL) return NULL;
  // A setting of this thread alone.
  xmlSetStructuredErrorFunc(NULL, clibxml2_silence);
  xmlBufferPtr source = xmlBufferCreateSize((size_t)count + 1);
  xmlBufferPtr target = xmlBufferCreateSize((size_t)count * 2 + 16);
  unsigned char *result = NULL;
  if (source != NULL && target != NULL && xmlBufferAdd(source, bytes, count) == 0) {
    int left = xmlBufferLength(source);
    while (left > 0) {
      if (xmlCharEncInFunc(handler, target, source) < 0) break;
      int now = xmlBufferLength(source);
      if (now >= left || (size_t)xmlBufferLength(target) > limit) break;
      left = now;
    }
    if (left == 0) {
      size_t size = (size_t)xmlBufferLength(target);
      result = malloc(size + 1);
      if (result != NULL) {
        memcpy(result, xmlBufferContent(target), size);
        *decoded = size;
      }
    }
  }
  if (source != NULL) xmlBufferFree(source);
  if (target != NULL) xmlBufferFree(target);
  xmlCharEncCloseFunc(handler);
  xmlSetStructuredErrorFunc(NULL, NULL);
  return result;
}
