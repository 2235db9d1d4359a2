// SPDX-License-Identifier: Apache-2.0
// Linux calls that Swift's Glibc module lacks, with plain types.
//
// Only <std*.h> here: what a wider header declares would belong to this module in Swift, not to Glibc.
// _GNU_SOURCE is defined for the .c file only: in a public header it redefines types Swift has already imported.
#pragma once
#include "CLinuxNamespaces.h"
#include "CLinuxRelay.h"
#include "CLinuxStage.h"
#include "CLinuxStreams.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Who is at the other end of a unix socket.
struct clinux_peer {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};
int clinux_peer_of(int socket, struct clinux_peer *peer);
// A pidfd of the peer: the process cannot be replaced by another of the same number while it is held.
int clinux_peer_pidfd(int socket);
// 1 where a program or another machine answers for the file, 0 where the kernel does.
int clinux_is_served(int descriptor);
// 1 where the file system notes the time of the first write through each descriptor or mapping.
int clinux_notes_writes(int descriptor);
// A lease: refused while somebody can write; asked for again, it says whether somebody has tried.
int clinux_refuse_writes(int descriptor);
int clinux_writes_are_refused(int descriptor);
void clinux_allow_writes(int descriptor);
int clinux_accept(int socket);  // close-on-exec
// Sends or receives one message of a SOCK_SEQPACKET socket, with at most one file descriptor (-1 or NULL: none).
ptrdiff_t clinux_send(int socket, const void *bytes, size_t count, int descriptor, int flags);
ptrdiff_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor, int flags);

int clinux_eventfd(void);
int clinux_epoll(void);
int clinux_epoll_add(int set, int member, uint64_t number);  // for reading, as long as there is something
int clinux_epoll_add_edge(int set, int member, uint64_t number);  // for reading, whenever there is something new
int clinux_epoll_remove(int set, int member);
int clinux_epoll_wait(int set, uint64_t *numbers, int max_count, int milliseconds);  // at most 256; -1: for ever
int clinux_timerfd(void);
int clinux_wakefd(void);  // readable after each jump of CLOCK_REALTIME, by a sleep or by hand; a read fails then, and clears it
int clinux_timerfd_set(int descriptor, int64_t milliseconds);  // of CLOCK_BOOTTIME; 0: never
// Locks all memory, present and future, if `reserve` more bytes can still be mapped then; else changes nothing.
int clinux_lock_memory(size_t reserve);
int clinux_move_pages(void *from, void *to, size_t size);  // in the place of those that are there
// At most so many heaps; they and large pieces give back to the kernel what is free of more than `kept_free` bytes.
void clinux_share_heaps(int count, int kept_free);
void clinux_trim_heaps(void);
int clinux_signalfd(const int *signals, size_t count);  // also blocks them
ptrdiff_t clinux_random(void *bytes, size_t count);

// memfd_secret(2): pages no other process can read, root included. -1 with ENOSYS where the kernel has none.
int clinux_memfd_secret(void);
// A file in memory, without a name, that can be sealed; then read from its start, and never changed.
int clinux_memory_file(void);
int clinux_seal_file(int descriptor);
int clinux_refuse_core_dumps(void);  // PR_SET_DUMPABLE 0 and RLIMIT_CORE 0
int clinux_set_dumpable(int dumpable);
int clinux_raise_open_files(uint64_t count);  // as far as the hard limit allows; never lowers it
uint64_t clinux_open_files_limit(void);
int clinux_die_with_parent(int signal);
int clinux_no_new_privileges(void);
// Gives up all capabilities but these (a bit each), of the calling thread and of what it starts from then on.
int clinux_keep_capabilities(uint64_t kept);
// From now on the calling thread and what it starts reach no abstract socket that others listen on, and signal nobody else
// (Landlock, from Linux 6.12 on). -1 with ENOSYS or EOPNOTSUPP where the kernel cannot.
int clinux_scope_sockets_and_signals(void);
int clinux_set_thread_name(const char *name);
int clinux_become_subreaper(void);
// On how many the calling thread may run, as of its first call or `clinux_run_on`; -1: not known.
int clinux_processors(void);
int clinux_run_on(int processor);  // the calling thread and what it starts from then on

// Overwrites each copy of a secret inside a block from malloc: for libraries that keep what passed through them.
// The secret must be long enough not to occur there by chance.
void clinux_forget(void *allocation, const void *secret, size_t count);
// Overwrites the part of the stack that the calls just made have used.
void clinux_clear_stack(void);
// Overwrites the vector registers of this thread: a copy that went through them stays there until another does. A
// processor without them, or of another kind than x86-64, has nothing done to it.
void clinux_clear_registers(void);

// Access and modification times as {seconds, nanoseconds} twice; nanoseconds may be one of the two constants.
int clinux_set_times(int directory, const char *name, const int64_t times[4], int flags);  // name NULL: the file itself
extern const int64_t clinux_time_omit;
extern const int64_t clinux_time_now;

int clinux_rename(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags);
int clinux_syncfs(int descriptor);
ptrdiff_t clinux_copy_file_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count);
int clinux_set_immutable(int descriptor, int immutable);
// Whether so many bytes surely have room on the filesystem of a descriptor that is open for writing: 0 also where that
// cannot be known. -1 with errno.
int clinux_has_room(int descriptor, uint64_t count);
int clinux_fallocate(int descriptor, int mode, int64_t offset, int64_t length);
ptrdiff_t clinux_getdents(int directory, void *buffer, size_t size);  // struct linux_dirent64, one after the other
int clinux_write_out(int descriptor);  // data to the disk, without attributes and without a flush of its cache
int clinux_set_fs_user(uint32_t user, uint32_t group);  // of the calling thread only
// Writes at the end of the file, wherever that is by then, whether or not the descriptor was opened to append.
ptrdiff_t clinux_append(int descriptor, const void *bytes, size_t count);

// An advisory lock of an open file: of a range, or of the whole file as flock(2) has it.
struct clinux_lock {
  int kind;        // 0: none, 1: shared, 2: exclusive
  int is_whole;
  int64_t start, count;  // count 0: to the end, wherever that is
};
// Takes the lock or gives it back. Waits for it about so long: EINTR when it could not be had (0: EAGAIN at once).
int clinux_lock(int descriptor, const struct clinux_lock *lock, int milliseconds);
// Finds a lock of a range that keeps this one from being taken; its kind is 0 where there is none.
int clinux_lock_conflict(int descriptor, struct clinux_lock *lock);

void clinux_store_release(void *address, uint32_t value);  // a word, after all stores before it
uint32_t clinux_load_acquire(const void *address);  // a word, before all loads after it

// Opens what a path below a folder names: no link is followed, no `..` leads out, and no mount is crossed.
int clinux_open_below(int root, const char *path, int flags, uint32_t mode);

// Extended attributes, of a file that is open and of a directory's entry; symbolic links are not followed.
ptrdiff_t clinux_fgetxattr(int descriptor, const char *name, void *value, size_t size);
ptrdiff_t clinux_getxattr_at(int directory, const char *entry, const char *name, void *value, size_t size);
int clinux_fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags);
int clinux_setxattr_at(
    int directory, const char *entry, const char *name, const void *value, size_t size, int flags);
ptrdiff_t clinux_flistxattr(int descriptor, char *list, size_t size);
ptrdiff_t clinux_listxattr_at(int directory, const char *entry, char *list, size_t size);
int clinux_fremovexattr(int descriptor, const char *name);
int clinux_removexattr_at(int directory, const char *entry, const char *name);

extern const int clinux_o_path;
extern const int clinux_o_tmpfile;
extern const int clinux_at_empty_path;
extern const int clinux_rename_noreplace;
extern const int clinux_rename_exchange;
extern const int clinux_falloc_keep_size;
extern const int clinux_falloc_punch_hole;
extern const int clinux_falloc_zero_range;
extern const int clinux_seek_data;
extern const int clinux_seek_hole;

// A limit as setrlimit(2) has it, soft and hard.
struct clinux_limit {
  int resource;
  uint64_t most;
};

// A child process. It gets `parent_death_signal` when the thread that started it ends (0: it outlives its parent).
struct clinux_child {
  int new_session;
  int parent_death_signal;
  const int *standard;      // three descriptors for 0, 1 and 2; -1: as the parent's
  const int *descriptors;   // become 3, 4, 5 ...; nothing else stays open
  size_t descriptor_count;
  // BPF instructions of 8 bytes, NULL for none: a filter whose listener is sent over the socket before the program starts
  const void *filter;
  size_t filter_count;
  int listener_socket;
  const int *groups;  // `cgroup.procs` of each control group that it enters before the program starts
  size_t group_count;
  const struct clinux_limit *limits;
  size_t limit_count;
  const struct clinux_stage *stage;  // NULL: none; the child is in the namespaces of its parent
};
// Returns the pid, or -1 with the errno of the step that failed, execve included. `environment` NULL: the parent's.
int32_t clinux_spawn(const char *path, char *const *arguments, char *const *environment, const struct clinux_child *child);
// One call that opens a file, of a process under a filter: it waits until it is answered.
struct clinux_open_call {
  uint64_t number;
  int32_t process;
  int32_t folder;   // of a path that does not begin with a slash
  uint64_t path;    // where it lies in the process
  uint64_t flags;
};
int clinux_wait_for_open(int listener);  // 1: there is one; 0: nobody is under the filter any more
// Has who answers and who waits for it run on one processor, one after the other, where the kernel can (Linux 6.6).
void clinux_answer_together(int listener);
int clinux_next_open(int listener, struct clinux_open_call *call);
int clinux_open_is_pending(int listener, uint64_t number);
int clinux_open_proceeds(int listener, uint64_t number);
int clinux_open_fails(int listener, uint64_t number, int error);
// Gives the process a copy of the descriptor as the result of its call.
int clinux_open_gives(int listener, uint64_t number, int descriptor, int close_on_exec);
// Any call of a process under a filter, as the kernel has it.
struct clinux_call {
  uint64_t number;
  int32_t process;
  int32_t name;  // as in syscall(2)
  uint64_t arguments[6];
};
int clinux_next_call(int listener, struct clinux_call *call);
// Opens and the like, in the terms of the call above: 0, or -1 where it is another call.
int clinux_open_of(const struct clinux_call *call, struct clinux_open_call *open);
ptrdiff_t clinux_read_bytes(int32_t process, uint64_t address, void *bytes, size_t count);
// Whether a process sees a path: 0, or the errno. With `for_writing`, whether it lies where things may be written.
int clinux_seen_by(int32_t process, const char *path, int for_writing);
// A text in another process; its length, or -1 where there is none of at most `room` - 1 bytes.
ptrdiff_t clinux_read_text(int32_t process, uint64_t address, char *text, size_t room);
int clinux_pidfd_open(int32_t pid);
int clinux_pidfd_signal(int pidfd, int signal);
// How a child ended: its exit code, or 256 + the signal that killed it. -1 with EAGAIN: it still runs.
int clinux_pidfd_wait(int pidfd, int blocks);
int clinux_signalfd_next(int descriptor);  // the number of the next signal, or -1

int clinux_socket(void);                    // AF_UNIX, SOCK_SEQPACKET, close-on-exec
int clinux_socketpair(int sockets[2]);      // the same
int clinux_note_senders(int socket);           // what arrives says which process sent it
int clinux_refuse_descriptors(int socket);     // what comes with one is not sent; from Linux 6.16 on
int clinux_limit_waits(int socket, int64_t milliseconds);  // of each send and receive: EAGAIN after that; 0: none
int clinux_limit_receives(int socket, int64_t milliseconds);  // the same, of receives alone
// Receives a message and who sent it, -1 where that is not told; EMSGSIZE for one there is no room for.
ptrdiff_t clinux_receive_noting(int socket, void *bytes, size_t count, int32_t *sender, int flags);
// A path, or a name behind `@` that no file has: it is one of the network that the socket is in.
int clinux_bind(int socket, const char *path);
int clinux_connect(int socket, const char *path);
int clinux_pipe(int ends[2]);  // close-on-exec
// Calls the function of each record of that kind, in the section where the compiler puts what tests are found by.
void clinux_declare_records(uint32_t kind);
