// SPDX-License-Identifier: Apache-2.0
// A mount namespace of a child's own, in which folders and sockets lie below /tmp, each as a mount of the very thing that
// whoever starts the child has open. Between a fork and an exec: nothing here allocates, and nothing is written but what lies
// on the stack.
#include "CLinux.h"
#include "CLinuxStage.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { max_mounts = 64 };

static const char stage_path[] = "/tmp", nothing[] = "nothing";

// Takes over the file, which may be -1.
static int write_text(int file, const char *text) {
  if (file < 0) return -1;
  ssize_t length = (ssize_t)strlen(text);
  int result = write(file, text, (size_t)length) == length ? 0 : -1;
  int code = errno;
  close(file);
  errno = code;
  return result;
}

static int write_to(const char *path, const char *text) { return write_text(open(path, O_WRONLY | O_CLOEXEC), text); }

// What an absolute path names, held without rights; no link of any kind is followed.
int clinux_open_without_links(const char *path, int flags) {
  if (path[0] != '/') {
    errno = EINVAL;
    return -1;
  }
  struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC | O_NOFOLLOW),
                         .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

// In this namespace: descriptors of the one that the child comes from cannot be mounted here.
static int open_source(const struct clinux_mount *mount) {
  int source = clinux_open_without_links(mount->source, O_PATH);
  if (source < 0) return -1;
  struct stat status;
  if (fstat(source, &status)) return -1;
  if (status.st_dev == mount->device && (!mount->inode || status.st_ino == mount->inode)) return source;
  errno = ESTALE;  // another thing is there by now
  return -1;
}

static int make_file(int stage, const struct clinux_mount *mount, const char *text) {
  return write_text(openat(stage, mount->target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444), text);
}

static int make_target(int stage, const struct clinux_mount *mount) {
  switch (mount->way) {
    case clinux_mount_file: return make_file(stage, mount, "");
    case clinux_stage_text: return make_file(stage, mount, mount->source);
    case clinux_stage_folder: return mkdirat(stage, mount->target, 0755);
    case clinux_mount_folder:
    case clinux_mount_picture: return mkdirat(stage, mount->target, 0700);
  }
  errno = EINVAL;
  return -1;
}

static int is_mount(const struct clinux_mount *mount) {
  return mount->way != clinux_stage_folder && mount->way != clinux_stage_text;
}

// On the stage, or in something that is mounted there already: the app may have put a link in its place.
static int open_target(int stage, const struct clinux_mount *mount) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, stage, mount->target, &how, sizeof how);
}

static int attach(int source, int target) {
  int tree = open_tree(source, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | AT_RECURSIVE);
  if (tree < 0) return -1;
  int result = move_mount(tree, "", target, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
  int code = errno;
  close(tree);
  errno = code;
  return result;
}

// The tables of mounts name a folder's place within its file system; of a picture of it they know none.
static int attach_picture(int source, const char *target) {
  char path[64];
  if (sizeof stage_path + strlen(target) + 1 > sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  stpcpy(stpcpy(stpcpy(path, stage_path), "/"), target);
  if (fchdir(source)) return -1;
  return mount("bailey", path, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, "lowerdir=.:/tmp/nothing");
}

// Takes over the source.
static int mount_on_stage(int stage, const struct clinux_mount *mount, int source) {
  int target = open_target(stage, mount);
  if (target < 0) return -1;
  // Where the kernel makes no such picture, the folder itself.
  if ((mount->way != clinux_mount_picture || attach_picture(source, mount->target)) && attach(source, target)) return -1;
  close(target);
  close(source);
  return 0;
}

int clinux_make_stage(const struct clinux_stage *plan) {
  // The same user as outside, and nobody else.
  if (write_to("/proc/self/setgroups", "deny") || write_to("/proc/self/uid_map", plan->user_map) ||
      write_to("/proc/self/gid_map", plan->group_map))
    return -1;
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL)) return -1;
  int sources[max_mounts];
  if (plan->count > max_mounts) {
    errno = E2BIG;
    return -1;
  }
  // Before the stage covers what lies there.
  for (size_t i = 0; i < plan->count; i++)
    if (is_mount(&plan->mounts[i]) && (sources[i] = open_source(&plan->mounts[i])) < 0) return -1;
  if (mount("tmpfs", stage_path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0700,size=1m")) return -1;
  int stage = open(stage_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (stage < 0 || mkdirat(stage, nothing, 0755)) return -1;
  for (size_t i = 0; i < plan->count; i++) {
    if (!plan->mounts[i].is_within_mount && make_target(stage, &plan->mounts[i])) return -1;
    if (is_mount(&plan->mounts[i]) && mount_on_stage(stage, &plan->mounts[i], sources[i])) return -1;
  }
  close(stage);
  return chdir("/");
}
