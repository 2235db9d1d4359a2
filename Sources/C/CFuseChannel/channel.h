// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "CFuseChannel.h"

void cfuse_set_worker(bool works);
