#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/random.h>
#include "messages.h"
