// SPDX-License-Identifier: Apache-2.0
// Offers Bailey the password that another module has accepted, which may be its passcode: at login and when the screen is
// unlocked. When the password is changed by whoever knows the old one, the passcode changes with it.
//
//   auth      optional  pam_bailey.so   after what checks the password, where a wrong one does not come
//   session   optional  pam_bailey.so   for the first login, at which Bailey is still starting
//   password  optional  pam_bailey.so
//
// It never asks for anything, and nothing of it decides whether somebody may log in. The process that loads it may be root's and may have
// threads: so a process of its own, which has become the user and calls only what may be called after fork(2), opens the socket, and
// whoever called the module waits for it a quarter of a second at the most; where a password is changed, three seconds.
//
// Where the user has no instance the password is kept for nobody: not until the session begins, and not for an instance that starts.
//
// Options, in which %u is the user's number: sockets=FOLDER, else /run/user/%u/bailey; instance=FOLDER, else ~/.local/share/bailey.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <security/pam_modutil.h>

// Documentation/EnclaveProtocol.md.
enum { version = 1, hello = 1, offer = 50, offer_change = 51, welcome = 64, done = 65, refused = 71 };
enum { reason_lock_state = 5, reason_too_short = 24, reason_other_password = 30 };
enum { longest_password = 256, largest_request = 2 + 2 * (2 + longest_password) };

// How long whoever called the module waits, and how long the process does that speaks for it.
enum { patience_milliseconds = 250, patience_with_change_milliseconds = 3000 };
enum { timeout_milliseconds = 30000, pause_milliseconds = 100 };

static const char stored_name[] = "pam_bailey password";

// What has become of it, as it goes through the pipe: a byte of these, or the reason of a refusal behind them.
enum outcome { unknown = 0, taken = 1, absent = 2, untrusted = 3, no_instance = 4, refusal = 64 };

struct plan {
  uid_t user;
  gid_t group;
  char sockets[PATH_MAX];
  // Below which there is an instance, whether it runs or not, and what is there once the user's home folder is.
  char home[PATH_MAX];
  char data[PATH_MAX];
  unsigned char request[largest_request];
  size_t count;
  // Whether Bailey may still be starting: nobody waits for what becomes of it.
  bool waits;
  long long patience;
};

// MARK: - The process that speaks for the module

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static bool become(const struct plan *plan) {
  if (geteuid() == 0 || getuid() == 0) {
    if (setgroups(0, NULL) || setresgid(plan->group, plan->group, plan->group)) return false;
    if (setresuid(plan->user, plan->user, plan->user)) return false;
  }
  // A change of users sets it back, to what the machine has for such processes (`fs.suid_dumpable`): this one holds what the caller held,
  // and the user could have its memory written to a file by a signal.
  if (prctl(PR_SET_DUMPABLE, 0) || prctl(PR_GET_DUMPABLE) != 0) return false;
  return getuid() == plan->user && geteuid() == plan->user && getgid() == getegid();
}

static void be_alone(int pipe) {
  struct rlimit none = {0, 0};
  sigset_t nothing;
  setsid();
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
  sigemptyset(&nothing);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &nothing, NULL);
  // Ends it whatever it waits for.
  alarm(timeout_milliseconds / 1000 + 5);
  if (dup2(pipe, 0) == 0) syscall(SYS_close_range, 1u, ~0u, 0u);
}

// An answer within the time; its number and, of a refusal, the reason. What else is in it is not looked at.
static int answer(int socket, long long end, int *reason) {
  unsigned char packet[64];
  struct pollfd wait = {socket, POLLIN, 0};
  long long left = end - now();
  if (left <= 0 || poll(&wait, 1, (int)left) != 1) return -1;
  ssize_t count = recv(socket, packet, sizeof packet, MSG_DONTWAIT);
  if (count < 2 || packet[0] != version) return -1;
  *reason = count > 2 ? packet[2] : 0;
  return packet[1];
}

// Enters the folder, where that is the user's alone.
static bool entered(const struct plan *plan, enum outcome *outcome) {
  *outcome = absent;
  int folder = open(plan->sockets, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return false;
  struct stat status;
  if (fstat(folder, &status) || status.st_uid != plan->user || status.st_mode & (S_IWGRP | S_IWOTH)) *outcome = untrusted;
  bool is_in = *outcome == absent && !fchdir(folder);
  close(folder);
  return is_in;
}

// The socket in a folder that is the user's alone, served by a process of the user's.
static int connected(const struct plan *plan, enum outcome *outcome) {
  if (!entered(plan, outcome)) return -1;
  int socket_ = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket_ < 0) return -1;
  struct sockaddr_un address = {AF_UNIX, "enclave.sock"};
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (!connect(socket_, (struct sockaddr *)&address, sizeof address)) {
    if (!getsockopt(socket_, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == plan->user) return socket_;
    *outcome = untrusted;
  }
  close(socket_);
  return -1;
}

static int said(const struct plan *plan, long long end) {
  static const unsigned char first[] = {version, hello, version, version};
  enum outcome outcome;
  int reason = 0, socket = connected(plan, &outcome);
  if (socket < 0) return outcome;
  if (send(socket, first, sizeof first, MSG_NOSIGNAL) != sizeof first || answer(socket, end, &reason) != welcome) {
    close(socket);
    return absent;
  }
  int number = -1;
  if (send(socket, plan->request, plan->count, MSG_NOSIGNAL) == (ssize_t)plan->count) number = answer(socket, end, &reason);
  close(socket);
  return number == done ? taken : number == refused ? refusal + (reason & 63) : unknown;
}

// Whether it is certain that nothing is there: what cannot be looked at may be.
static bool is_missing(const char *path) {
  struct stat status;
  return lstat(path, &status) && (errno == ENOENT || errno == ENOTDIR);
}

// Whether the user has no instance. A home folder may be mounted between the login and the session: until then nobody knows.
static bool has_none(const struct plan *plan) {
  return is_missing(plan->home) && is_missing(plan->sockets) && (plan->waits || !is_missing(plan->data));
}

static int lived(const struct plan *plan) {
  if (!become(plan)) return untrusted;
  // Nothing of it is sent: only whether there is somebody to be told of it.
  if (!plan->count) return is_missing(plan->home) && is_missing(plan->sockets) ? absent : taken;
  long long end = now() + timeout_milliseconds;
  int outcome = said(plan, end);
  if (outcome == absent && has_none(plan)) return no_instance;
  while (plan->waits && outcome == absent && now() < end) {
    poll(NULL, 0, pause_milliseconds);
    outcome = said(plan, end);
  }
  return outcome;
}

// MARK: - Whoever called the module

// Starts the process, and waits for what becomes of it: unknown where that takes too long.
static int carry_out(struct plan *plan) {
  int ends[2], status;
  unsigned char outcome = unknown;
  struct sigaction before, plain = {.sa_handler = SIG_DFL};
  if (pipe2(ends, O_CLOEXEC)) return unknown;
  long long end = now() + plan->patience;
  sigaction(SIGCHLD, &plain, &before);
  pid_t between = fork();
  if (between == 0) {
    // Nobody has to wait for the second one.
    if (fork() == 0) {
      be_alone(ends[1]);
      outcome = (unsigned char)lived(plan);
      explicit_bzero(plan, sizeof *plan);
      if (write(0, &outcome, 1) != 1) _exit(1);
    }
    _exit(0);
  }
  close(ends[1]);
  if (between > 0) while (waitpid(between, &status, 0) < 0 && errno == EINTR) {}
  sigaction(SIGCHLD, &before, NULL);
  struct pollfd wait = {ends[0], POLLIN, 0};
  while (between > 0 && !plan->waits) {
    // Looked at once: a time below zero would be one without an end.
    long long left = end - now();
    if (left <= 0) break;
    int ready = poll(&wait, 1, (int)left);
    if (ready < 0 && errno == EINTR) continue;
    if (ready > 0 && read(ends[0], &outcome, 1) != 1) outcome = unknown;
    break;
  }
  close(ends[0]);
  return outcome;
}

static bool add(struct plan *plan, const char *password) {
  size_t count = strnlen(password, longest_password + 1);
  if (count == 0 || count > longest_password) return false;
  plan->request[plan->count++] = (unsigned char)(count >> 8);
  plan->request[plan->count++] = (unsigned char)count;
  memcpy(plan->request + plan->count, password, count);
  plan->count += count;
  return true;
}

// A folder in which %u stands for the user's number.
static bool expand(const char *folder, uid_t user, const char *behind, char path[PATH_MAX]) {
  const char *number = strstr(folder, "%u");
  int length = number ? snprintf(path, PATH_MAX, "%.*s%u%s%s", (int)(number - folder), folder, (unsigned)user, number + 2, behind)
                      : snprintf(path, PATH_MAX, "%s%s", folder, behind);
  return length > 0 && length < PATH_MAX;
}

static bool find(pam_handle_t *handle, int argc, const char **argv, struct plan *plan) {
  const void *name = NULL;
  memset(plan, 0, sizeof *plan);
  if (pam_get_item(handle, PAM_USER, &name) != PAM_SUCCESS || !name) return false;
  const struct passwd *entry = pam_modutil_getpwnam(handle, name);
  // Whoever is neither root nor the user cannot speak for them.
  if (!entry || (geteuid() != 0 && getuid() != entry->pw_uid)) return false;
  plan->patience = patience_milliseconds;
  plan->user = entry->pw_uid;
  plan->group = entry->pw_gid;
  const char *sockets = "/run/user/%u/bailey", *instance = NULL;
  for (int index = 0; index < argc; index++) {
    if (!strncmp(argv[index], "sockets=", 8)) sockets = argv[index] + 8;
    if (!strncmp(argv[index], "instance=", 9)) instance = argv[index] + 9;
  }
  const char *home = entry->pw_dir ? entry->pw_dir : "";
  int length = snprintf(plan->data, PATH_MAX, "%s/.local/share", home);
  if (length < 0 || length >= PATH_MAX) return false;
  if (!expand(sockets, plan->user, "", plan->sockets)) return false;
  if (instance) return expand(instance, plan->user, "/enclave", plan->home);
  length = snprintf(plan->home, PATH_MAX, "%s/.local/share/bailey/enclave", home);
  return length > 0 && length < PATH_MAX;
}

static void forget(pam_handle_t *handle, void *stored, int status) {
  (void)handle, (void)status;
  if (!stored) return;
  explicit_bzero(stored, longest_password + 1);
  munlock(stored, longest_password + 1);
  free(stored);
}

// For the session that is about to begin, and with it perhaps Bailey.
static void keep(pam_handle_t *handle, const char *password) {
  char *copy = calloc(1, longest_password + 1);
  if (!copy) return;
  mlock(copy, longest_password + 1);
  memcpy(copy, password, strnlen(password, longest_password));
  if (pam_set_data(handle, stored_name, copy, forget) != PAM_SUCCESS) forget(handle, copy, 0);
}

static int speak(struct plan *plan, unsigned char number, const char *first, const char *second) {
  int outcome = unknown;
  plan->request[plan->count++] = version;
  plan->request[plan->count++] = number;
  if (add(plan, first) && (!second || add(plan, second))) outcome = carry_out(plan);
  explicit_bzero(plan, sizeof *plan);
  return outcome;
}

PAM_EXTERN int pam_sm_authenticate(pam_handle_t *handle, int flags, int argc, const char **argv) {
  const void *password = NULL;
  struct plan plan;
  (void)flags;
  // Without a password there is nothing to offer: Bailey stays locked, and its agent asks.
  if (pam_get_item(handle, PAM_AUTHTOK, &password) != PAM_SUCCESS || !password) return PAM_IGNORE;
  if (!find(handle, argc, argv, &plan)) return PAM_IGNORE;
  int outcome = speak(&plan, offer, password, NULL);
  if (outcome == untrusted) pam_syslog(handle, LOG_WARNING, "the folder of Bailey's sockets is not the user's alone");
  if (outcome == absent) keep(handle, password);
  return PAM_IGNORE;
}

PAM_EXTERN int pam_sm_setcred(pam_handle_t *handle, int flags, int argc, const char **argv) {
  (void)handle, (void)flags, (void)argc, (void)argv;
  return PAM_IGNORE;
}

PAM_EXTERN int pam_sm_open_session(pam_handle_t *handle, int flags, int argc, const char **argv) {
  const void *password = NULL;
  struct plan plan;
  (void)flags;
  if (pam_get_data(handle, stored_name, &password) != PAM_SUCCESS || !password) return PAM_SUCCESS;
  if (find(handle, argc, argv, &plan)) {
    plan.waits = true;
    speak(&plan, offer, password, NULL);
  }
  pam_set_data(handle, stored_name, NULL, NULL);
  return PAM_SUCCESS;
}

PAM_EXTERN int pam_sm_close_session(pam_handle_t *handle, int flags, int argc, const char **argv) {
  (void)handle, (void)flags, (void)argc, (void)argv;
  return PAM_SUCCESS;
}

static const char *sentence(int outcome) {
  switch (outcome) {
    case taken: return "Bailey's passcode is changed with it.";
    case unknown: return "Bailey's passcode changes with it where it was the same.";
    case refusal + reason_lock_state: return "Bailey is locked: its passcode stays as it is. Try: bailey passcode change";
    case refusal + reason_too_short: return "Bailey's passcode stays as it is: the new one is too short for it.";
    case refusal + reason_other_password: return "Bailey's passcode is another one, and stays as it is.";
    case absent:
    case no_instance: return NULL;
    default: return "Bailey's passcode stays as it is. Try: bailey passcode change";
  }
}

PAM_EXTERN int pam_sm_chauthtok(pam_handle_t *handle, int flags, int argc, const char **argv) {
  const void *old = NULL, *new = NULL;
  const char *words = NULL;
  struct plan plan;
  if (!(flags & PAM_UPDATE_AUTHTOK) || !find(handle, argc, argv, &plan)) return PAM_IGNORE;
  if (pam_get_item(handle, PAM_AUTHTOK, &new) != PAM_SUCCESS || !new) return PAM_IGNORE;
  // Root changes passwords without the old one, which alone opens what the passcode guards.
  if (pam_get_item(handle, PAM_OLDAUTHTOK, &old) != PAM_SUCCESS || !old) {
    if (carry_out(&plan) == taken) words = "Bailey's passcode stays as it is: it takes the old one. Try: bailey passcode change";
  } else {
    plan.patience = patience_with_change_milliseconds;
    words = sentence(speak(&plan, offer_change, old, new));
  }
  if (words && !(flags & PAM_SILENT)) pam_info(handle, "%s", words);
  return PAM_IGNORE;
}
