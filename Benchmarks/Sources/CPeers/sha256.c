#include "CPeers.h"
#include <openssl/evp.h>

long peers_sha256(const uint8_t *bytes, const size_t *lengths, size_t messages) {
  static EVP_MD *algorithm;
  static EVP_MD_CTX *context;
  if (algorithm == NULL) algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
  if (context == NULL) context = EVP_MD_CTX_new();
  if (algorithm == NULL || context == NULL) return -1;
  long sum = 0;
  for (size_t message = 0; message < messages; ++message) {
    unsigned char digest[32];
    if (EVP_DigestInit_ex2(context, algorithm, NULL) != 1 ||
        EVP_DigestUpdate(context, bytes, lengths[message]) != 1 ||
        EVP_DigestFinal_ex(context, digest, NULL) != 1)
      return -1;
    bytes += lengths[message];
    sum += digest[0];
  }
  return sum;
}
