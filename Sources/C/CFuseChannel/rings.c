// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fuse3/fuse_lowlevel.h>
#include <liburing.h>
#include <linux/fuse.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

// Requests over io_uring, which Linux has since 6.14 where its administrator wants it.
//
// The kernel keeps a queue for each processor, for the programs that run there. A post is a thread with a ring and room
// for one request in one queue; there are several for each, so that a request that takes long holds up no other. An
// answer and the wait for the next request are calls of their own, as with /dev/fuse: nothing of a file is sent any more
// once whoever answered has let go of it.
//
// A post stays on the processor of its queue: the program waits there, and no other processor need be woken. Large
// requests it serves wherever the kernel likes, so that the program can work at the same time.
//
// In the room for a request the kernel puts the next one when an answer is sent, if there is one, and otherwise only
// while the post waits for it (IORING_SETUP_DEFER_TASKRUN). So a request is taken out before it is served, which may go
// on after the answer, and what is left of an answer can be wiped when it was sent. The next request may wait behind one
// that goes on after its answer, as the kernel takes the room that was free last.

// What the kernel and a post exchange: <linux/fuse.h> has it since 6.14.
struct room {
  union {
    struct fuse_in_header request;
    struct fuse_out_header answer;
    char bytes[128];
  } head;
  char argument[128];  // the first of a request: the others, and those of answers, are in the payload
  struct {
    uint64_t flags, identifier;
    uint32_t payload_count, padding;
    uint64_t reserved;
  } state;
};

// In the 80 bytes for commands of a submission.
struct command {
  uint64_t flags, identifier;
  uint16_t queue;
  uint8_t padding[6];
};

enum { command_register = 1, command_answer = 2 };
// The kernel offers no ring to a room that is smaller than the largest transfer it was told of.
enum { most_payload = 1 << 20, margin = 4096, small = 32 << 10 };
enum { least_posts = 6, submissions = 4 };
enum { token_request = 1, token_stop = 2 };

struct post {
  struct cfuse_rings *rings;
  pthread_t thread;
  struct io_uring ring;
  int processor;
  bool is_there;         // on that processor, and nowhere else
  int small_in_a_row;    // requests since the last large one
  bool stops;
  bool has_served;
  uint64_t identifier;   // of the request in hand: the room may be wiped meanwhile, or hold the next
  size_t touched;        // the most of the payload, or of the request, that may be in memory
  struct room *room;     // margin bytes, before
  char *payload;         // most_payload bytes, before
  char *request;         // as libfuse reads it: margin and most_payload
};

struct cfuse_rings {
  struct fuse_session *session;
  void (*broke)(void *context);
  void *context;
  int stop;  // eventfd that every ring polls
  pthread_mutex_t mutex;
  pthread_cond_t is_decided;
  enum { undecided, wanted, unwanted } decision;
  struct cfuse_wakeful *wakeful;  // NULL with more than two processors, where it would be one of many
  cpu_set_t everywhere;
  atomic_int serving;  // requests in hand
  int made, started;
  struct post posts[];
};

static const size_t memory_size = margin + most_payload + margin + most_payload;
static const int patience = 32;             // small requests in a row before a post stays on its processor
static const size_t most_idle = 64 << 10;   // of its memory a post keeps while nothing is asked
static const int most_last_answers = 1000;  // to programs that do not stop asking
static const struct __kernel_timespec idle_time = {.tv_sec = 1};

static __thread struct post *serving;  // until the request is answered

bool cfuse_answers_ring(const struct iovec *parts, int count) {
  if (!serving || count < 1 || parts[0].iov_len != sizeof(struct fuse_out_header)) return false;
  const struct fuse_out_header *answer = parts[0].iov_base;
  return answer->unique == serving->identifier;
}

// MARK: - Commands

static struct io_uring_sqe *submission(struct post *post) {
  struct io_uring_sqe *entry = io_uring_get_sqe(&post->ring);
  memset(entry, 0, 2 * sizeof *entry);  // IORING_SETUP_SQE128; there is always one left
  return entry;
}

static struct io_uring_sqe *command(struct post *post, uint32_t operation, uint64_t identifier) {
  struct io_uring_sqe *entry = submission(post);
  entry->opcode = IORING_OP_URING_CMD;
  entry->fd = fuse_session_fd(post->rings->session);
  entry->cmd_op = operation;
  entry->user_data = token_request;
  struct command *command = (void *)entry->cmd;
  command->queue = post->processor;
  command->identifier = identifier;
  return entry;
}

// Offers the room for a request, and asks to be told of the end.
static bool begin(struct post *post) {
  struct iovec parts[] = {{post->room, sizeof *post->room}, {post->payload, most_payload}};
  if (io_uring_register(post->ring.ring_fd, IORING_REGISTER_ENABLE_RINGS, NULL, 0) < 0) return false;
  struct io_uring_sqe *offer = command(post, command_register, 0), *watch = submission(post);
  offer->addr = (uintptr_t)parts;
  offer->len = sizeof parts / sizeof *parts;
  io_uring_prep_poll_add(watch, post->rings->stop, POLLIN);
  watch->user_data = token_stop;
  return io_uring_submit(&post->ring) == 2;
}

// MARK: - Waiting

// Gives back the memory of large requests. Nothing has come since the post began to wait.
static void shrink(struct post *post) {
  madvise(post->payload, most_payload, MADV_DONTNEED);
  madvise(post->request, margin + most_payload, MADV_DONTNEED);
  post->touched = 0;
}

static int wait_for_any(struct post *post, struct io_uring_cqe **completion) {
  if (!post->stops) {
    struct __kernel_timespec time = idle_time;
    return io_uring_wait_cqe_timeout(&post->ring, completion, post->touched > most_idle ? &time : NULL);
  }
  int error = io_uring_get_events(&post->ring);
  return error < 0 ? error : io_uring_peek_cqe(&post->ring, completion);
}

// Waits for a request; false where there will be none.
static bool next(struct post *post) {
  for (;;) {
    struct io_uring_cqe *completion = NULL;
    int error = wait_for_any(post, &completion);
    if (error == -ETIME) shrink(post);
    if (error == -ETIME || error == -EINTR) continue;
    if (error < 0) return false;
    uint64_t token = completion->user_data;
    int result = completion->res;
    io_uring_cqe_seen(&post->ring, completion);
    if (token == token_request) return result >= 0;
    post->stops = true;
  }
}

// MARK: - Serving

// Takes the request out of the room, for libfuse: the number of its bytes, or 0.
static size_t take(struct post *post) {
  const struct room *room = post->room;
  size_t head = sizeof room->head.request, payload = room->state.payload_count, count = room->head.request.len;
  if (payload > most_payload || count < head + payload || count - head - payload > sizeof room->argument) return 0;
  size_t argument = count - head - payload;
  post->identifier = room->state.identifier;
  memcpy(post->request, &room->head.request, head);
  memcpy(post->request + head, room->argument, argument);
  memcpy(post->request + head + argument, post->payload, payload);
  explicit_bzero(post->payload, payload);
  if (payload > post->touched) post->touched = payload;
  return count;
}

static size_t size_of_transfer(const char *request, size_t count) {
  const struct fuse_in_header *head = (const void *)request;
  const struct fuse_read_in *in = (const void *)(request + sizeof *head);
  return head->opcode == FUSE_READ && count >= sizeof *head + sizeof *in ? in->size : count;
}

static void choose_processor(struct post *post, size_t transfer) {
  cpu_set_t one;
  if (transfer > small) {
    post->small_in_a_row = 0;
    if (!post->is_there) return;
    sched_setaffinity(0, sizeof post->rings->everywhere, &post->rings->everywhere);
    post->is_there = false;
  } else if (!post->is_there && ++post->small_in_a_row >= patience) {
    if (!CPU_ISSET(post->processor, &post->rings->everywhere)) return;
    CPU_ZERO(&one);
    CPU_SET(post->processor, &one);
    sched_setaffinity(0, sizeof one, &one);  // where that is forbidden, it goes on as it is
    post->is_there = true;
  }
}

ssize_t cfuse_ring_send(const struct iovec *parts, int count, bool is_wiped) {
  struct post *post = serving;
  struct room *room = post->room;
  uint64_t identifier = post->identifier;
  size_t size = 0;
  for (int i = 1; i < count; i++) {
    if (parts[i].iov_len > most_payload - size) return errno = EINVAL, -1;
    memcpy(post->payload + size, parts[i].iov_base, parts[i].iov_len);
    size += parts[i].iov_len;
  }
  memcpy(&room->head.answer, parts[0].iov_base, sizeof room->head.answer);
  room->state.payload_count = size;
  if (size > post->touched) post->touched = size;
  serving = NULL;
  command(post, command_answer, identifier);
  int sent;
  do sent = io_uring_submit(&post->ring);
  while (sent == -EAGAIN || sent == -EINTR);  // for want of memory: nobody else would send it
  // The next request may be there already: what is left of the answer lies behind it.
  size_t kept = room->state.identifier == identifier ? 0 : room->state.payload_count;
  if (is_wiped && kept < size) explicit_bzero(post->payload + kept, size - kept);
  if (sent < 0) return errno = -sent, -1;
  return sizeof room->head.answer + size;
}

static void refuse(struct post *post) {
  struct fuse_out_header answer = {.len = sizeof answer, .error = -EIO, .unique = post->identifier};
  cfuse_ring_send(&(struct iovec){&answer, sizeof answer}, 1, false);
}

// False where the kernel does not keep to the format.
static bool answer(struct post *post) {
  struct cfuse_rings *rings = post->rings;
  size_t count = take(post);
  if (count == 0) return false;
  bool is_alone = atomic_fetch_add(&rings->serving, 1) == 0;
  choose_processor(post, size_of_transfer(post->request, count));
  if (rings->wakeful && is_alone && post->is_there) cfuse_wakeful_note(rings->wakeful, post->processor);
  struct fuse_buf request = {.mem = post->request, .size = count};
  serving = post;
  cfuse_see_request(post->request, count);
  fuse_session_process_buf(rings->session, &request);
  if (serving) refuse(post);
  atomic_fetch_sub(&rings->serving, 1);
  post->has_served = true;
  return true;
}

static bool is_wanted(struct cfuse_rings *rings) {
  pthread_mutex_lock(&rings->mutex);
  while (rings->decision == undecided) pthread_cond_wait(&rings->is_decided, &rings->mutex);
  bool is_wanted = rings->decision == wanted;
  pthread_mutex_unlock(&rings->mutex);
  return is_wanted;
}

// A kernel that takes no offer of room goes on over /dev/fuse.
static void *serve(void *context) {
  struct post *post = context;
  prctl(PR_SET_NAME, "fuse-ring", 0, 0, 0);
  cfuse_set_worker(true);
  if (!is_wanted(post->rings)) return NULL;
  bool goes_on = begin(post);
  int last_answers = 0;
  while (goes_on && next(post) && last_answers < most_last_answers) {
    goes_on = answer(post);
    if (post->stops) last_answers++;
  }
  if (!goes_on || post->has_served) post->rings->broke(post->rings->context);
  return NULL;
}

// MARK: - Beginning and end

// A ring that can do nothing but what posts do: in a process that was taken over it is no way around anything.
static int make_ring(struct io_uring *ring) {
  struct io_uring_params parameters = {
      .flags = IORING_SETUP_SQE128 | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_R_DISABLED};
  struct io_uring_restriction allowed[] = {
      {.opcode = IORING_RESTRICTION_SQE_OP, .sqe_op = IORING_OP_URING_CMD},
      {.opcode = IORING_RESTRICTION_SQE_OP, .sqe_op = IORING_OP_POLL_ADD},
  };
  int error = io_uring_queue_init_params(submissions, ring, &parameters);
  if (error < 0) return error;
  error = io_uring_register(ring->ring_fd, IORING_REGISTER_RESTRICTIONS, allowed, sizeof allowed / sizeof *allowed);
  if (error < 0) io_uring_queue_exit(ring);
  return error;
}

static bool make_post(struct cfuse_rings *rings, struct post *post, int processor) {
  char *memory = mmap(NULL, memory_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (make_ring(&post->ring) < 0) {
    munmap(memory, memory_size);
    return false;
  }
  madvise(memory, memory_size, MADV_DONTDUMP);
  post->rings = rings;
  post->processor = processor;
  post->room = (void *)memory;
  post->payload = memory + margin;
  post->request = post->payload + most_payload;
  return true;
}

static bool make_posts(struct cfuse_rings *rings, int processors, int size) {
  while (rings->made < size && make_post(rings, &rings->posts[rings->made], rings->made % processors)) rings->made++;
  if (rings->made < size) return false;
  while (rings->started < size) {
    struct post *post = &rings->posts[rings->started];
    if (cfuse_start_thread(&post->thread, serve, post) != 0) return false;
    rings->started++;
  }
  return true;
}

struct cfuse_rings *cfuse_rings_make(struct fuse_session *session, void (*broke)(void *context), void *context) {
  int processors = cfuse_ring_processors();
  if (processors == 0) return NULL;
  int for_each = (least_posts + processors - 1) / processors, size = processors * (for_each < 2 ? 2 : for_each);
  struct cfuse_rings *rings = calloc(1, sizeof *rings + size * sizeof *rings->posts);
  if (!rings) return NULL;
  rings->session = session;
  rings->broke = broke;
  rings->context = context;
  rings->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_init(&rings->mutex, NULL);
  cfuse_init_condition(&rings->is_decided);
  sched_getaffinity(0, sizeof rings->everywhere, &rings->everywhere);
  if (rings->stop >= 0 && make_posts(rings, processors, size)) {
    if (processors == 2) rings->wakeful = cfuse_wakeful_start();
    return rings;
  }
  cfuse_rings_decide(rings, false);
  cfuse_rings_join(rings);
  return NULL;
}

void cfuse_rings_decide(struct cfuse_rings *rings, bool are_wanted) {
  pthread_mutex_lock(&rings->mutex);
  if (rings->decision == undecided) rings->decision = are_wanted ? wanted : unwanted;
  pthread_cond_broadcast(&rings->is_decided);
  pthread_mutex_unlock(&rings->mutex);
}

void cfuse_rings_stop(struct cfuse_rings *rings) {
  const uint64_t one = 1;
  cfuse_rings_decide(rings, false);
  ssize_t written = write(rings->stop, &one, sizeof one);
  (void)written;  // full only if it can be read already
}

void cfuse_rings_wipe(struct cfuse_rings *rings) {
  for (int i = 0; i < rings->made; i++) explicit_bzero(rings->posts[i].room, memory_size);
}

void cfuse_rings_join(struct cfuse_rings *rings) {
  for (int i = 0; i < rings->started; i++) pthread_join(rings->posts[i].thread, NULL);
  if (rings->wakeful) cfuse_wakeful_end(rings->wakeful);
  for (int i = 0; i < rings->made; i++) {
    io_uring_queue_exit(&rings->posts[i].ring);
    // A request that came when its post had ended was never taken out.
    explicit_bzero(rings->posts[i].room, margin + most_payload);
    munmap(rings->posts[i].room, memory_size);
  }
  pthread_cond_destroy(&rings->is_decided);
  pthread_mutex_destroy(&rings->mutex);
  if (rings->stop >= 0) close(rings->stop);
  free(rings);
}
