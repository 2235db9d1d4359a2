// SPDX-License-Identifier: Apache-2.0
// What a child finds mounted below /tmp, in a mount namespace of its own.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum clinux_mount_way {
  clinux_mount_folder,   // the folder itself, and what is mounted in it
  clinux_mount_file,     // a file or a socket
  clinux_mount_picture,  // what is in a folder, for reading, as a mount that does not tell where the folder lies
  clinux_stage_folder,   // no mount: a folder of the stage's own
  clinux_stage_text,     // no mount: a file of the stage's own
};
struct clinux_mount {
  const char *source;      // an absolute path without links; of a text what the file holds, of a folder NULL
  uint64_t device, inode;  // of what must be there; inode 0: anything of this device
  const char *target;      // below /tmp
  enum clinux_mount_way way;
  int is_within_mount;  // the target is a path into what was mounted before, where nothing is made and no link is followed
};
struct clinux_stage {
  const struct clinux_mount *mounts;
  size_t count;
  const char *user_map, *group_map;  // as in user_namespaces(7)
};
// In a child that has its namespaces of users and mounts already: -1 with the errno of the step that failed, ESTALE where
// another thing is at a path by now.
int clinux_make_stage(const struct clinux_stage *stage);

// What an absolute path names, where no part of it is a link of any kind.
int clinux_open_without_links(const char *path, int flags);
