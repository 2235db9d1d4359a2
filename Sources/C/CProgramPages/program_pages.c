// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CProgramPages.h"

#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int release_segments(struct dl_phdr_info *object, size_t size, void *page_size) {
  (void)size;
  const uintptr_t page = *(const uintptr_t *)page_size;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    // What can be written to may differ from the file.
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    const uintptr_t first = object->dlpi_addr + segment->p_vaddr;
    const uintptr_t begin = (first + page - 1) & -page, end = (first + segment->p_filesz) & -page;
    // May fail, as for memory that is locked: then the pages stay.
    if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void cprogram_pages_release(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(release_segments, &page);
}
