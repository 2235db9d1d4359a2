// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tss2/tss2_esys.h>
#include <tss2/tss2_mu.h>
#include <tss2/tss2_tcti.h>
