// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "CFuseChannel.h"

void cfuse_set_worker(bool works);
// The thread whose request the calling thread has read last; 0 if the kernel asks by itself.
int cfuse_asker(void);
