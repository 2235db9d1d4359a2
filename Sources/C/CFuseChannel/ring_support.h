// SPDX-License-Identifier: Apache-2.0
#pragma once

// The processors that need rings; 0 where the kernel offers none, or wants more than there can be.
int cfuse_ring_processors(void);
