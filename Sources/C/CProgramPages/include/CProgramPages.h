// SPDX-License-Identifier: Apache-2.0
#ifndef BAILEY_CPROGRAMPAGES_H
#define BAILEY_CPROGRAMPAGES_H

/// Unmaps the pages of the program's file and of its libraries that nobody writes to. What is used again comes back.
void cprogram_pages_release(void);

#endif
