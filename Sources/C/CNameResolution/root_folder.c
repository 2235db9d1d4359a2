// SPDX-License-Identifier: Apache-2.0
#include "CNameResolution.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char stage[] = "/tmp";
// What glibc needs to resolve names: its libraries, its configuration, and the folders of those who may answer instead.
static const char *const shown[] = {
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc", "/var/run", "/run/systemd/resolve", "/run/resolvconf",
    "/run/NetworkManager", "/run/connman", "/run/avahi-daemon", "/run/nscd"};
enum { longest = 256, nobody = 65534 };

static int write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = (ssize_t)strlen(text);
  int result = write(file, text, (size_t)length) == length ? 0 : -1;
  int code = errno;
  close(file);
  errno = code;
  return result;
}

// A namespace of mounts; for whoever is not root, one of users too, in which this user is the only one.
static int leave(void) {
  if (geteuid() == 0 && !unshare(CLONE_NEWNS)) return 0;
  char users[64], groups[64];
  snprintf(users, sizeof users, "%u %u 1\n", geteuid(), geteuid());
  snprintf(groups, sizeof groups, "%u %u 1\n", getegid(), getegid());
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS)) return -1;
  return write_text("/proc/self/setgroups", "deny") || write_text("/proc/self/uid_map", users) ||
                 write_text("/proc/self/gid_map", groups)
             ? -1
             : 0;
}

static int make_parents(char *path) {
  for (char *slash = strchr(path + sizeof stage, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    int result = mkdir(path, 0755);
    *slash = '/';
    if (result && errno != EEXIST) return -1;
  }
  return 0;
}

static int show(const char *path) {
  char target[longest], link[longest];
  struct stat status;
  if (snprintf(target, sizeof target, "%s%s", stage, path) >= (int)sizeof target) return errno = ENAMETOOLONG, -1;
  if (lstat(path, &status)) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1;
  if (make_parents(target)) return -1;
  if (S_ISLNK(status.st_mode)) {
    ssize_t length = readlink(path, link, sizeof link - 1);
    if (length < 0) return -1;
    link[length] = 0;
    return symlink(link, target);
  }
  if (!S_ISDIR(status.st_mode)) return 0;
  return mkdir(target, 0755) || mount(path, target, NULL, MS_BIND | MS_REC, NULL) ? -1 : 0;
}

int cnames_hide_files(void) {
  // What is mounted there later is seen here too: a network that comes up may bring its own `resolv.conf`.
  if (leave() || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL)) return -1;
  if (mount("tmpfs", stage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m")) return -1;
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
    if (show(shown[i])) return -1;
  // The old root lies on the new one, and is taken away from there.
  if (chdir(stage) || syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH)) return -1;
  return chdir("/");
}

int cnames_become_nobody(void) {
  if (geteuid() != 0) return 0;
  // In a namespace where there is nobody else.
  if (setgroups(0, NULL)) return errno == EPERM ? 0 : -1;
  if (setresgid(nobody, nobody, nobody)) return errno == EINVAL ? 0 : -1;
  return setresuid(nobody, nobody, nobody);
}
