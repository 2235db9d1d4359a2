// SPDX-License-Identifier: Apache-2.0
// Whether the kernel offers io_uring for requests, and for how many processors: read from /sys when a pool starts, on the
// thread that starts it. Keeps no state.
#include "ring_support.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { max_processors = 32 };  // each has threads of its own

static bool reads(const char *path, char *text, int size) {
  FILE *file = fopen(path, "re");
  bool has_line = file && fgets(text, size, file);
  if (file) fclose(file);
  return has_line;
}

// How many processors there are, if they are numbered from zero and all running: the kernel wants room in the queues of
// those that could be added too. 0 means another kind of machine.
static int count_processors(void) {
  char possible[64], online[64];
  int last = 0;
  if (!reads("/sys/devices/system/cpu/possible", possible, sizeof possible)) return 0;
  if (!reads("/sys/devices/system/cpu/online", online, sizeof online) || strcmp(possible, online) != 0) return 0;
  if (strcmp(possible, "0\n") == 0) return 1;
  return sscanf(possible, "0-%d\n", &last) == 1 && last > 0 && last < max_processors ? last + 1 : 0;
}

static bool is_offered(void) {
  char setting[8];
  return reads("/sys/module/fuse/parameters/enable_uring", setting, sizeof setting) && setting[0] == 'Y';
}

int cfuse_ring_processors(void) { return is_offered() ? count_processors() : 0; }
