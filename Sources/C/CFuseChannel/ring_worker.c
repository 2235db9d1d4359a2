// SPDX-License-Identifier: Apache-2.0
// One thread that takes requests over io_uring, which Linux offers since 6.14 where its administrator wants it. What is
// here runs on the worker's own thread, but for making, wiping and freeing a worker, which its pool does. A worker owns
// its ring and its memory.
//
// The kernel keeps a queue for each processor, for the programs that run there. A worker has a ring, and memory in which
// the kernel puts one request of one queue. There are several workers for each queue, so that a request that takes long
// holds up no other. To answer and to wait for the next request are separate calls, as with /dev/fuse: whoever answers
// may let go of a file's contents as soon as the answer is sent.
//
// A worker stays on the processor of its queue: the program waits there, and no other processor need be woken. Large
// requests are served wherever the kernel likes, so that the program can work at the same time.
//
// The kernel puts the next request into the worker's memory when an answer is sent, if there is one, and otherwise only
// while the worker waits for it (IORING_SETUP_DEFER_TASKRUN). So a request is copied out before it is served, because
// serving may go on after the answer, and what is left of an answer can be wiped once it was sent. A request may have to
// wait behind one that is still served after its answer, as the kernel prefers the memory that became free last.
#include "ring_worker.h"

#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fuse3/fuse_lowlevel.h>
#include <linux/fuse.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "current_request.h"
#include "idle_prevention.h"
#include "threads.h"

// The memory in which the kernel and a worker exchange a request and its answer. <linux/fuse.h> has it since 6.14.
struct ring_exchange {
  union {
    struct fuse_in_header request;
    struct fuse_out_header answer;
    char bytes[128];
  } head;
  char argument[128];  // the first one of a request; the others, and all those of answers, are in the payload
  struct {
    uint64_t flags, identifier;
    uint32_t payload_count, padding;
    uint64_t reserved;
  } state;
};

// What a submission has in its 80 bytes for commands.
struct command {
  uint64_t flags, identifier;
  uint16_t queue;
  uint8_t padding[6];
};

enum { command_register = 1, command_answer = 2 };
// In bytes. The kernel refuses payloads smaller than the largest transfer it was told of.
enum { max_payload = 1 << 20, margin = 4096, small = 32 << 10 };
enum { submissions = 4 };
enum { token_request = 1, token_stop = 2 };

// The exchange, the payload (which begins on a page of its own), then the request as libfuse reads it.
static const size_t memory_size = margin + max_payload + margin + max_payload;
static const int small_before_pinning = 32;      // small requests in a row before a worker stays on its processor
static const size_t max_idle = 64 << 10;         // bytes of its memory that a worker keeps while nothing is asked
static const int max_answers_after_stop = 1000;  // to programs that do not stop asking
static const struct __kernel_timespec idle_time = {.tv_sec = 1};

// The worker of the calling thread, until the request in hand is answered.
static __thread struct ring_worker *serving;

bool cfuse_answers_ring(const struct iovec *parts, int count) {
  if (!serving || count < 1 || parts[0].iov_len != sizeof(struct fuse_out_header)) return false;
  const struct fuse_out_header *answer = parts[0].iov_base;
  return answer->unique == serving->identifier;
}

// MARK: - Commands

static struct io_uring_sqe *submission(struct ring_worker *worker) {
  struct io_uring_sqe *entry = io_uring_get_sqe(&worker->ring);
  memset(entry, 0, 2 * sizeof *entry);  // IORING_SETUP_SQE128; there is always one left
  return entry;
}

static struct io_uring_sqe *command(struct ring_worker *worker, uint32_t operation, uint64_t identifier) {
  struct io_uring_sqe *entry = submission(worker);
  entry->opcode = IORING_OP_URING_CMD;
  entry->fd = fuse_session_fd(worker->shared->session);
  entry->cmd_op = operation;
  entry->user_data = token_request;
  struct command *command = (void *)entry->cmd;
  command->queue = worker->processor;
  command->identifier = identifier;
  return entry;
}

// Offers the memory for a request, and asks to be told when the pool stops.
static bool begin(struct ring_worker *worker) {
  struct iovec parts[] = {{worker->exchange, sizeof *worker->exchange}, {worker->payload, max_payload}};
  if (io_uring_register(worker->ring.ring_fd, IORING_REGISTER_ENABLE_RINGS, NULL, 0) < 0) return false;
  struct io_uring_sqe *offer = command(worker, command_register, 0), *watch = submission(worker);
  offer->addr = (uintptr_t)parts;
  offer->len = sizeof parts / sizeof *parts;
  io_uring_prep_poll_add(watch, worker->shared->stop, POLLIN);
  watch->user_data = token_stop;
  return io_uring_submit(&worker->ring) == 2;
}

// MARK: - Waiting

// Gives back the memory of large requests. Nothing has come since the worker began to wait.
static void shrink(struct ring_worker *worker) {
  madvise(worker->payload, max_payload, MADV_DONTNEED);
  madvise(worker->request, margin + max_payload, MADV_DONTNEED);
  worker->touched = 0;
}

static int wait_for_any(struct ring_worker *worker, struct io_uring_cqe **completion) {
  if (!worker->stops) {
    struct __kernel_timespec time = idle_time;
    return io_uring_wait_cqe_timeout(&worker->ring, completion, worker->touched > max_idle ? &time : NULL);
  }
  int error = io_uring_get_events(&worker->ring);
  return error < 0 ? error : io_uring_peek_cqe(&worker->ring, completion);
}

// Waits for a request; false where there will be none.
static bool next(struct ring_worker *worker) {
  for (;;) {
    struct io_uring_cqe *completion = NULL;
    int error = wait_for_any(worker, &completion);
    if (error == -ETIME) shrink(worker);
    if (error == -ETIME || error == -EINTR) continue;
    if (error < 0) return false;
    uint64_t token = completion->user_data;
    int result = completion->res;
    io_uring_cqe_seen(&worker->ring, completion);
    if (token == token_request) return result >= 0;
    worker->stops = true;
  }
}

// MARK: - Serving

// Copies the request out, for libfuse. Returns the number of its bytes, or 0 where they make no sense.
static size_t take(struct ring_worker *worker) {
  const struct ring_exchange *exchange = worker->exchange;
  size_t head = sizeof exchange->head.request, payload = exchange->state.payload_count;
  size_t count = exchange->head.request.len;
  if (payload > max_payload || count < head + payload || count - head - payload > sizeof exchange->argument) return 0;
  size_t argument = count - head - payload;
  worker->identifier = exchange->state.identifier;
  memcpy(worker->request, &exchange->head.request, head);
  memcpy(worker->request + head, exchange->argument, argument);
  memcpy(worker->request + head + argument, worker->payload, payload);
  explicit_bzero(worker->payload, payload);
  if (payload > worker->touched) worker->touched = payload;
  return count;
}

static size_t size_of_transfer(const char *request, size_t count) {
  const struct fuse_in_header *head = (const void *)request;
  const struct fuse_read_in *in = (const void *)(request + sizeof *head);
  return head->opcode == FUSE_READ && count >= sizeof *head + sizeof *in ? in->size : count;
}

static void choose_processor(struct ring_worker *worker, size_t transfer) {
  cpu_set_t one;
  if (transfer > small) {
    worker->small_in_a_row = 0;
    if (!worker->is_pinned) return;
    sched_setaffinity(0, sizeof worker->shared->everywhere, &worker->shared->everywhere);
    worker->is_pinned = false;
  } else if (!worker->is_pinned && ++worker->small_in_a_row >= small_before_pinning) {
    if (!CPU_ISSET(worker->processor, &worker->shared->everywhere)) return;
    CPU_ZERO(&one);
    CPU_SET(worker->processor, &one);
    sched_setaffinity(0, sizeof one, &one);  // where that is forbidden, the thread runs anywhere
    worker->is_pinned = true;
  }
}

ssize_t cfuse_ring_send(const struct iovec *parts, int count, bool is_wiped) {
  struct ring_worker *worker = serving;
  struct ring_exchange *exchange = worker->exchange;
  uint64_t identifier = worker->identifier;
  size_t size = 0;
  for (int i = 1; i < count; i++) {
    if (parts[i].iov_len > max_payload - size) return errno = EINVAL, -1;
    memcpy(worker->payload + size, parts[i].iov_base, parts[i].iov_len);
    size += parts[i].iov_len;
  }
  memcpy(&exchange->head.answer, parts[0].iov_base, sizeof exchange->head.answer);
  exchange->state.payload_count = size;
  if (size > worker->touched) worker->touched = size;
  serving = NULL;
  command(worker, command_answer, identifier);
  int sent;
  do sent = io_uring_submit(&worker->ring);
  while (sent == -EAGAIN || sent == -EINTR);  // EAGAIN: no memory at the moment; nobody else would send the answer
  // The next request may be there already; what is left of the answer then lies behind it.
  size_t kept = exchange->state.identifier == identifier ? 0 : exchange->state.payload_count;
  if (is_wiped && kept < size) explicit_bzero(worker->payload + kept, size - kept);
  if (sent < 0) return errno = -sent, -1;
  return sizeof exchange->head.answer + size;
}

// For a request that libfuse has not answered.
static void refuse(struct ring_worker *worker) {
  struct fuse_out_header answer = {.len = sizeof answer, .error = -EIO, .unique = worker->identifier};
  cfuse_ring_send(&(struct iovec){&answer, sizeof answer}, 1, false);
}

// False where the kernel does not keep to the format.
static bool answer(struct ring_worker *worker) {
  struct ring_shared *shared = worker->shared;
  size_t count = take(worker);
  if (count == 0) return false;
  bool is_alone = atomic_fetch_add(&shared->serving, 1) == 0;
  choose_processor(worker, size_of_transfer(worker->request, count));
  if (shared->idle_prevention && is_alone && worker->is_pinned)
    cfuse_idle_prevention_note(shared->idle_prevention, worker->processor);
  struct fuse_buf request = {.mem = worker->request, .size = count};
  serving = worker;
  cfuse_see_request(worker->request, count);
  fuse_session_process_buf(shared->session, &request);
  if (serving) refuse(worker);
  atomic_fetch_sub(&shared->serving, 1);
  worker->has_served = true;
  return true;
}

static bool is_wanted(struct ring_shared *shared) {
  pthread_mutex_lock(&shared->mutex);
  while (shared->decision == undecided) pthread_cond_wait(&shared->is_decided, &shared->mutex);
  bool is_wanted = shared->decision == wanted;
  pthread_mutex_unlock(&shared->mutex);
  return is_wanted;
}

// Where the kernel takes no offer of memory, all requests go on coming over /dev/fuse.
static void *serve(void *context) {
  struct ring_worker *worker = context;
  prctl(PR_SET_NAME, "fuse-ring", 0, 0, 0);
  cfuse_set_worker(true);
  if (!is_wanted(worker->shared)) return NULL;
  bool continues = begin(worker);
  int answers_after_stop = 0;
  while (continues && next(worker) && answers_after_stop < max_answers_after_stop) {
    continues = answer(worker);
    if (worker->stops) answers_after_stop++;
  }
  if (!continues || worker->has_served) worker->shared->broke(worker->shared->context);
  return NULL;
}

// MARK: - Beginning and end

// The ring is restricted to what workers do with it, so that whoever takes over this process cannot make other system
// calls through it, around the process's filter.
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

bool cfuse_ring_worker_make(struct ring_worker *worker, struct ring_shared *shared, int processor) {
  char *memory = mmap(NULL, memory_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  if (make_ring(&worker->ring) < 0) {
    munmap(memory, memory_size);
    return false;
  }
  madvise(memory, memory_size, MADV_DONTDUMP);
  worker->shared = shared;
  worker->processor = processor;
  worker->exchange = (void *)memory;
  worker->payload = memory + margin;
  worker->request = worker->payload + max_payload;
  return true;
}

int cfuse_ring_worker_start(struct ring_worker *worker) {
  return cfuse_start_thread(&worker->thread, serve, worker);
}

void cfuse_ring_worker_wipe(struct ring_worker *worker) { explicit_bzero(worker->exchange, memory_size); }

void cfuse_ring_worker_free(struct ring_worker *worker) {
  io_uring_queue_exit(&worker->ring);
  // A request that came when its worker had ended was never taken out.
  explicit_bzero(worker->exchange, margin + max_payload);
  munmap(worker->exchange, memory_size);
}
