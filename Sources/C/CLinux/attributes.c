// SPDX-License-Identifier: Apache-2.0
// Extended attributes of directory entries that are not opened: the calls of Linux 6.13, else paths through /proc.
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

// The numbers are the same on every architecture.
enum { call_set = 463, call_get = 464, call_list = 465, call_remove = 466 };

struct arguments {
  uint64_t value __attribute__((aligned(8)));
  uint32_t size;
  uint32_t flags;
};

static atomic_int missing;

static int is_missing(long result) {
  if (result >= 0 || errno != ENOSYS) return 0;
  missing = 1;
  return 1;
}

struct path {
  char text[PATH_MAX];
};

static const char *path_of(int directory, const char *entry, struct path *path) {
  snprintf(path->text, sizeof path->text, "/proc/self/fd/%d/%s", directory, entry);
  return path->text;
}

ptrdiff_t clinux_getxattr_at(int directory, const char *entry, const char *name, void *value, size_t size) {
  if (!missing) {
    struct arguments arguments = {.value = (uintptr_t)value, .size = (uint32_t)size};
    long result = syscall(call_get, directory, entry, AT_SYMLINK_NOFOLLOW, name, &arguments, sizeof arguments);
    if (!is_missing(result)) return result;
  }
  struct path path;
  return lgetxattr(path_of(directory, entry, &path), name, value, size);
}

int clinux_setxattr_at(
    int directory, const char *entry, const char *name, const void *value, size_t size, int flags) {
  if (!missing) {
    struct arguments arguments = {.value = (uintptr_t)value, .size = (uint32_t)size, .flags = (uint32_t)flags};
    long result = syscall(call_set, directory, entry, AT_SYMLINK_NOFOLLOW, name, &arguments, sizeof arguments);
    if (!is_missing(result)) return (int)result;
  }
  struct path path;
  return lsetxattr(path_of(directory, entry, &path), name, value, size, flags);
}

ptrdiff_t clinux_listxattr_at(int directory, const char *entry, char *list, size_t size) {
  if (!missing) {
    long result = syscall(call_list, directory, entry, AT_SYMLINK_NOFOLLOW, list, size);
    if (!is_missing(result)) return result;
  }
  struct path path;
  return llistxattr(path_of(directory, entry, &path), list, size);
}

int clinux_removexattr_at(int directory, const char *entry, const char *name) {
  if (!missing) {
    long result = syscall(call_remove, directory, entry, AT_SYMLINK_NOFOLLOW, name);
    if (!is_missing(result)) return (int)result;
  }
  struct path path;
  return lremovexattr(path_of(directory, entry, &path), name);
}
