#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

// What libcrypto offers as macros only, or needs a function pointer for. Names begin with
// `copenssl_`; what a function returns is the caller's to free unless it says otherwise.

/// The bytes that a memory BIO holds; they live as long as it does.
static inline size_t copenssl_bytes(BIO *bio, const unsigned char **bytes) {
  char *start = NULL;
  long count = BIO_get_mem_data(bio, &start);
  *bytes = (const unsigned char *)start;
  return count > 0 ? (size_t)count : 0;
}

/// Copies at most `limit` bytes of `source` into `target`: 1 at the end, 0 on an error, -1 where
/// there is more.
static inline int copenssl_drain(BIO *source, BIO *target, size_t limit) {
  unsigned char buffer[16384];
  size_t sum = 0;
  for (;;) {
    int count = BIO_read(source, buffer, sizeof buffer);
    if (count <= 0) {
      // A cipher's BIO ends like this on bad padding, too, and tells only when asked.
      if (count < 0) return 0;
      if (BIO_method_type(source) == BIO_TYPE_CIPHER && BIO_get_cipher_status(source) != 1)
        return 0;
      return 1;
    }
    sum += (size_t)count;
    if (sum > limit) return -1;
    if (target != NULL && BIO_write(target, buffer, count) != count) return 0;
  }
}

/// The reason of the oldest error of this thread; all of them are forgotten. NULL for none.
static inline const char *copenssl_reason(void) {
  unsigned long code = ERR_peek_error();
  ERR_clear_error();
  return code == 0 ? NULL : ERR_reason_error_string(code);
}

static inline int copenssl_certificate_count(const STACK_OF(X509) *list) {
  return list == NULL ? 0 : sk_X509_num(list);
}
static inline X509 *copenssl_certificate_at(const STACK_OF(X509) *list, int index) {
  return sk_X509_value(list, index);
}
static inline void copenssl_free_certificates(STACK_OF(X509) *list) {
  sk_X509_pop_free(list, X509_free);
}
static inline int copenssl_signer_count(CMS_ContentInfo *cms) {
  STACK_OF(CMS_SignerInfo) *list = CMS_get0_SignerInfos(cms);
  return list == NULL ? 0 : sk_CMS_SignerInfo_num(list);
}
/// Belongs to the message.
static inline CMS_SignerInfo *copenssl_signer_at(CMS_ContentInfo *cms, int index) {
  return sk_CMS_SignerInfo_value(CMS_get0_SignerInfos(cms), index);
}
static inline int copenssl_recipient_count(CMS_ContentInfo *cms) {
  STACK_OF(CMS_RecipientInfo) *list = CMS_get0_RecipientInfos(cms);
  return list == NULL ? 0 : sk_CMS_RecipientInfo_num(list);
}

/// Issuer and serial number of the recipient at `index` where it is named by them: 1, or 0. Both
/// belong to the message.
static inline int copenssl_recipient(
    CMS_ContentInfo *cms, int index, X509_NAME **issuer, ASN1_INTEGER **serial) {
  *issuer = NULL;
  *serial = NULL;
  CMS_RecipientInfo *one = sk_CMS_RecipientInfo_value(CMS_get0_RecipientInfos(cms), index);
  if (one == NULL) return 0;
  ASN1_OCTET_STRING *key = NULL;
  int type = CMS_RecipientInfo_type(one);
  if (type == CMS_RECIPINFO_TRANS) {
    CMS_RecipientInfo_ktri_get0_signer_id(one, &key, issuer, serial);
  } else if (type == CMS_RECIPINFO_AGREE) {
    STACK_OF(CMS_RecipientEncryptedKey) *keys = CMS_RecipientInfo_kari_get0_reks(one);
    if (keys == NULL || sk_CMS_RecipientEncryptedKey_num(keys) < 1) return 0;
    CMS_RecipientEncryptedKey_get0_id(
        sk_CMS_RecipientEncryptedKey_value(keys, 0), &key, NULL, NULL, issuer, serial);
  }
  return *issuer != NULL && *serial != NULL;
}

static inline int copenssl_silent_password(char *buffer, int size, int writes, void *context) {
  (void)buffer, (void)size, (void)writes;
  if (context != NULL) *(int *)context = 1;
  return -1;
}

/// The private key in PEM text; nobody is asked for a password: `wanted` says that one was needed.
static inline EVP_PKEY *copenssl_private_key(BIO *bio, int *wanted) {
  *wanted = 0;
  return PEM_read_bio_PrivateKey(bio, NULL, copenssl_silent_password, wanted);
}
/// The next certificate in PEM text.
static inline X509 *copenssl_next_certificate(BIO *bio) {
  X509 *found = PEM_read_bio_X509_AUX(bio, NULL, copenssl_silent_password, NULL);
  return found;
}

/// A name as RFC 2253 has it, in UTF-8.
static inline void copenssl_print_name(BIO *bio, const X509_NAME *name) {
  X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

/// Checks that `certificate` chains to one of `anchors`, by way of the certificates in `others`:
/// X509_V_OK or the error; `at` is then the certificate it is about, by distance from the first.
/// Dates are left out where `now` is negative. Where it does, `chain` is all of it, the caller's to
/// free.
static inline int copenssl_chain(
    X509 *certificate, STACK_OF(X509) *others, STACK_OF(X509) *anchors, long long now, int *at,
    STACK_OF(X509) **chain) {
  int result = X509_V_ERR_UNSPECIFIED;
  *at = 0;
  *chain = NULL;
  X509_STORE *store = X509_STORE_new();
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  if (store != NULL && context != NULL) {
    for (int index = 0; index < copenssl_certificate_count(anchors); index++)
      X509_STORE_add_cert(store, sk_X509_value(anchors, index));
    if (X509_STORE_CTX_init(context, store, certificate, others) == 1) {
      X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
      unsigned long flags = X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_TRUSTED_FIRST;
      if (now < 0) flags |= X509_V_FLAG_NO_CHECK_TIME;
      X509_VERIFY_PARAM_set_flags(parameters, flags);
      if (now >= 0) X509_VERIFY_PARAM_set_time(parameters, (time_t)now);
      X509_VERIFY_PARAM_set_depth(parameters, 16);
      result = X509_verify_cert(context) == 1 ? X509_V_OK : X509_STORE_CTX_get_error(context);
      *at = X509_STORE_CTX_get_error_depth(context);
      if (result == X509_V_OK) *chain = X509_STORE_CTX_get1_chain(context);
    }
  }
  X509_STORE_CTX_free(context);
  X509_STORE_free(store);
  ERR_clear_error();
  return result;
}

/// A stack of certificates that shares what is put into it.
static inline STACK_OF(X509) *copenssl_new_certificates(void) { return sk_X509_new_null(); }
static inline void copenssl_push_certificate(STACK_OF(X509) *list, X509 *certificate) {
  if (X509_up_ref(certificate) == 1 && sk_X509_push(list, certificate) == 0)
    X509_free(certificate);
}

/// Seconds since 1970 of a time: 1, or 0 where it is none.
static inline int copenssl_seconds(const ASN1_TIME *time, long long *seconds) {
  struct tm parts;
  memset(&parts, 0, sizeof parts);
  if (time == NULL || ASN1_TIME_to_tm(time, &parts) != 1) return 0;
  *seconds = (long long)timegm(&parts);
  return 1;
}

/// When the signer says that it signed: 1, or 0 where it does not say.
static inline int copenssl_signing_time(CMS_SignerInfo *signer, long long *seconds) {
  const ASN1_OBJECT *name = OBJ_nid2obj(NID_pkcs9_signingTime);
  const ASN1_TIME *time = CMS_signed_get0_data_by_OBJ(signer, name, -3, V_ASN1_UTCTIME);
  if (time == NULL)
    time = CMS_signed_get0_data_by_OBJ(signer, name, -3, V_ASN1_GENERALIZEDTIME);
  ERR_clear_error();
  return copenssl_seconds(time, seconds);
}

/// The content of a message as it stands in it; NULL where there is none. Belongs to the message.
static inline const unsigned char *copenssl_content(CMS_ContentInfo *cms, size_t *count) {
  ASN1_OCTET_STRING **content = CMS_get0_content(cms);
  ERR_clear_error();
  if (content == NULL || *content == NULL) return NULL;
  int length = ASN1_STRING_length(*content);
  *count = length > 0 ? (size_t)length : 0;
  const unsigned char *bytes = ASN1_STRING_get0_data(*content);
  return bytes == NULL ? (const unsigned char *)"" : bytes;
}

/// More rounds than this are not tried: an attacker's file could ask for billions.
enum { copenssl_most_rounds = 100000 };

/// How many rounds a password's way through `algorithm` takes; not above 0 where that is not known.
static inline long copenssl_rounds(const X509_ALGOR *algorithm) {
  long rounds = -1;
  if (OBJ_obj2nid(algorithm->algorithm) == NID_pbes2) {
    PBE2PARAM *outer = ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBE2PARAM), algorithm->parameter);
    if (outer != NULL && OBJ_obj2nid(outer->keyfunc->algorithm) == NID_id_pbkdf2) {
      PBKDF2PARAM *inner =
          ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBKDF2PARAM), outer->keyfunc->parameter);
      if (inner != NULL) rounds = ASN1_INTEGER_get(inner->iter);
      PBKDF2PARAM_free(inner);
    }
    PBE2PARAM_free(outer);
  } else {
    PBEPARAM *plain = ASN1_TYPE_unpack_sequence(ASN1_ITEM_rptr(PBEPARAM), algorithm->parameter);
    if (plain != NULL) rounds = ASN1_INTEGER_get(plain->iter);
    PBEPARAM_free(plain);
  }
  return rounds;
}

/// Whether a password's way through `algorithm` is short enough to be tried.
static inline int copenssl_is_cheap(const X509_ALGOR *algorithm) {
  long rounds = copenssl_rounds(algorithm);
  return rounds > 0 && rounds <= copenssl_most_rounds;
}

/// How many rounds it takes to try a password on an identity and to list its certificates, as far
/// as that is done at all.
static inline long copenssl_identity_rounds(PKCS12 *file) {
  long total = 1;
  const ASN1_INTEGER *rounds = NULL;
  if (!PKCS12_mac_present(file)) return total;
  PKCS12_get0_mac(NULL, NULL, NULL, &rounds, file);
  long count = rounds == NULL ? 1 : ASN1_INTEGER_get(rounds);
  if (count < 1 || count > copenssl_most_rounds) return total;
  total += count;
  STACK_OF(PKCS7) *parts = PKCS12_unpack_authsafes(file);
  int encrypted = 0;
  for (int index = 0; parts != NULL && index < sk_PKCS7_num(parts); index++) {
    PKCS7 *part = sk_PKCS7_value(parts, index);
    if (!PKCS7_type_is_encrypted(part) || part->d.encrypted == NULL || encrypted++ >= 4) continue;
    const X509_ALGOR *algorithm = part->d.encrypted->enc_data->algorithm;
    if (copenssl_is_cheap(algorithm)) total += copenssl_rounds(algorithm);
  }
  sk_PKCS7_pop_free(parts, PKCS7_free);
  ERR_clear_error();
  return total;
}

/// Whether `password` opens an identity: 1, 0, or -1 where that is not tried.
static inline int copenssl_opens(PKCS12 *file, const char *password) {
  const ASN1_INTEGER *rounds = NULL;
  if (!PKCS12_mac_present(file)) return -1;
  PKCS12_get0_mac(NULL, NULL, NULL, &rounds, file);
  if (rounds != NULL) {
    long count = ASN1_INTEGER_get(rounds);
    if (count < 1 || count > copenssl_most_rounds) return -1;
  }
  return PKCS12_verify_mac(file, password, -1) == 1;
}

/// The certificates in an identity that `password` opens; its key stays closed.
static inline STACK_OF(X509) *copenssl_identity_certificates(
    PKCS12 *file, const char *password) {
  STACK_OF(X509) *found = sk_X509_new_null();
  STACK_OF(PKCS7) *parts = PKCS12_unpack_authsafes(file);
  int encrypted = 0;
  for (int index = 0; found != NULL && parts != NULL && index < sk_PKCS7_num(parts); index++) {
    PKCS7 *part = sk_PKCS7_value(parts, index);
    STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
    if (PKCS7_type_is_data(part)) {
      bags = PKCS12_unpack_p7data(part);
    } else if (PKCS7_type_is_encrypted(part) && part->d.encrypted != NULL && encrypted++ < 4 &&
               copenssl_is_cheap(part->d.encrypted->enc_data->algorithm)) {
      bags = PKCS12_unpack_p7encdata(part, password, -1);
    }
    for (int bag = 0; bags != NULL && bag < sk_PKCS12_SAFEBAG_num(bags); bag++) {
      PKCS12_SAFEBAG *one = sk_PKCS12_SAFEBAG_value(bags, bag);
      if (PKCS12_SAFEBAG_get_nid(one) != NID_certBag) continue;
      X509 *certificate = PKCS12_SAFEBAG_get1_cert(one);
      if (certificate != NULL && sk_X509_push(found, certificate) == 0) X509_free(certificate);
    }
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
  }
  sk_PKCS7_pop_free(parts, PKCS7_free);
  ERR_clear_error();
  return found;
}
