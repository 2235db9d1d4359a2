// SPDX-License-Identifier: Apache-2.0
#pragma once
// For our C code alone: Swift sees nothing of it.
