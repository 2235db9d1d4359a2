// SPDX-License-Identifier: Apache-2.0
#ifndef BAILEY_CTIMINGSAFE_H
#define BAILEY_CTIMINGSAFE_H
#include <stddef.h>

/// Zero when the bytes are equal; takes the same time whatever they are. Of <string.h> on Apple's systems and the BSDs.
int timingsafe_bcmp(const void *first, const void *second, size_t length);

#endif
