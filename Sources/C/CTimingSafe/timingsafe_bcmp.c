// SPDX-License-Identifier: Apache-2.0
#include "CTimingSafe.h"

int timingsafe_bcmp(const void *first, const void *second, size_t length) {
  const volatile unsigned char *a = first, *b = second;
  unsigned char difference = 0;
  for (size_t i = 0; i < length; i++) difference |= a[i] ^ b[i];
  return difference != 0;
}
