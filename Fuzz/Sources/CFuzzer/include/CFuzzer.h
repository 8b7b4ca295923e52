#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own entrance: takes the command line as `main` does, and calls `test` per input.
int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));
