// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <stdbool.h>
#include <stddef.h>

// What Swift's runtime knows of each library and program, in the layout of its version 4 and later: a range of bytes for
// each kind of metadata, and last the records that tests and previews are found by (swift/stdlib/public/SwiftShims).
struct range {
  const char *start;
  size_t length;
};

enum { WITH_RECORDS = 4, RANGES_BEFORE = 14 };

struct sections {
  uintptr_t version;
  const void *base;
  void *unused[2];
  struct range others[RANGES_BEFORE];
  struct range records;
};

struct record {
  uint32_t kind;
  uint32_t reserved;
  void (*declare)(uintptr_t);
  uintptr_t context[2];
};

extern void swift_enumerateAllMetadataSections(bool (*body)(const struct sections *, void *), void *context);

static bool visit(const struct sections *sections, void *context) {
  uint32_t kind = *(uint32_t *)context;
  if (sections->version < WITH_RECORDS || sections->records.start == NULL) {
    return true;
  }
  const struct record *record = (const struct record *)sections->records.start;
  for (size_t left = sections->records.length; left >= sizeof *record; left -= sizeof *record, record++) {
    if (record->kind == kind && record->declare != NULL) {
      record->declare(0);
    }
  }
  return true;
}

void clinux_declare_records(uint32_t kind) { swift_enumerateAllMetadataSections(visit, &kind); }
