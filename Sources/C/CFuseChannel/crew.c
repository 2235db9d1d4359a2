// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fcntl.h>
#include <fuse3/fuse_lowlevel.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

// How the threads share the work.
//
// To wake a thread, and in a virtual machine an idle processor, costs more than most requests do. So a thread that has
// answered takes the next request itself. With none there it becomes the watcher, one at a time, which looks for
// requests for a while, giving way to whoever else wants the processor, before it waits for one in the kernel. The
// others rest.
//
// While the watcher serves a request, nobody watches. Against requests that take long one of those who rest, the
// deputy, looks at intervals whether there is more to do, for as long as there is any work at all; and after a request
// that took long the watcher has itself replaced at once for a while.
//
// While requests follow each other quickly two threads serve, and give way rather than rest when they find none.
// Programs that ask at the same time then do not wait for each other's requests; and a program that asks alone finds
// its processor awake when it is answered.
//
// Where several programs ask at the same time all of that is in the way: there is mostly a next request, and a thread
// that looks in vain takes the processor from a program. In such a crowd every thread waits in `read(2)`, and the kernel
// wakes one for each request. O_NONBLOCK belongs to the open file, so that it changes for all of them at once.
struct seat {
  struct cfuse_crew *crew;
  pthread_t thread;
  struct fuse_buf request;  // libfuse allocates its memory; it belongs to the thread
  atomic_bool reads;        // perhaps waits in `read(2)`
  int misses;               // looks in vain since the last request
  int last_answers;         // since the session is to end
};

struct cfuse_crew {
  struct fuse_session *session;
  struct cfuse_rings *rings;  // NULL where all requests come over the session's descriptor
  int ended;  // eventfd of the session
  int stop;   // eventfd: the watcher is to look up
  atomic_bool stopping, watched, deputy_sleeps;
  atomic_uint served;  // requests taken, to see whether there are any
  atomic_int pace;     // how likely the next request comes soon, 0 to quickest
  atomic_int relays;   // how many more requests after a long one the watcher has itself replaced
  atomic_int up;       // threads that serve or watch
  atomic_int serving;  // threads that have a request in hand
  atomic_int company;  // how often lately there was more than one, 0 to crowd
  atomic_bool crowded;
  pthread_mutex_t mutex;
  pthread_cond_t deputy_wakes, rest_ends;
  bool has_deputy, deputy_is_wanted;  // under the mutex, as is
  int resting;                        // without the deputy
  int count, size;
  struct seat seats[];
};

static const int64_t watch_time = 50 * 1000;      // nanoseconds before the watcher waits in the kernel
static const int64_t long_request = 200 * 1000;   // from here on a request takes long
static const int64_t deputy_tick = 500 * 1000;    // between two looks of the deputy
static const int quickest = 8, relays_after_long = 16, idle_ticks = 2, saturated_ticks = 4, looks_per_yield = 16;
static const int patience = 16;             // looks in vain before a second thread rests
static const int crowd = 64;                // from here on several programs ask at the same time
static const int most_last_answers = 1000;  // to programs that do not stop asking

// What there is to read; in a crowd, once there is something.
static int receive(struct seat *seat) {
  atomic_store(&seat->reads, true);
  int count = fuse_session_receive_buf(seat->crew->session, &seat->request);
  atomic_store_explicit(&seat->reads, false, memory_order_release);
  return count;
}

// MARK: - A crowd

static int set_waiting(struct cfuse_crew *crew, bool waits) {
  int descriptor = fuse_session_fd(crew->session), flags = fcntl(descriptor, F_GETFL);
  return fcntl(descriptor, F_SETFL, waits ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
}

// It interrupts `read(2)`, which begins anew and does not wait then.
static void look_up(int signal) { (void)signal; }

// Called under the mutex, which a thread passes before it ends.
static void call_readers(struct cfuse_crew *crew) {
  for (int i = 0; i < crew->size; i++)
    if (atomic_load(&crew->seats[i].reads)) pthread_kill(crew->seats[i].thread, SIGURG);
}

static void set_crowded(struct cfuse_crew *crew, bool crowded) {
  pthread_mutex_lock(&crew->mutex);
  if (crowded != atomic_load(&crew->crowded) && !atomic_load(&crew->stopping) && set_waiting(crew, crowded) == 0) {
    atomic_store(&crew->crowded, crowded);
    if (!crowded) call_readers(crew);
    pthread_cond_broadcast(&crew->deputy_wakes);
    pthread_cond_broadcast(&crew->rest_ends);
  }
  pthread_mutex_unlock(&crew->mutex);
}

// Called with a request in hand.
static void note_company(struct cfuse_crew *crew) {
  bool alone = atomic_fetch_add(&crew->serving, 1) == 0;
  int company = atomic_load_explicit(&crew->company, memory_order_relaxed);
  company = alone ? (company > 0 ? company - 1 : 0) : (company < crowd ? company + 1 : crowd);
  atomic_store_explicit(&crew->company, company, memory_order_relaxed);
  bool crowded = atomic_load(&crew->crowded);
  if (crowded ? company == 0 : company == crowd) set_crowded(crew, !crowded);
}

// MARK: - Watching

static bool take_watch(struct cfuse_crew *crew) { return !atomic_exchange(&crew->watched, true); }

static void call_deputy(struct cfuse_crew *crew, bool is_wanted) {
  pthread_mutex_lock(&crew->mutex);
  if (is_wanted) crew->deputy_is_wanted = true;
  pthread_cond_signal(&crew->deputy_wakes);
  pthread_mutex_unlock(&crew->mutex);
}

// Called with a request in hand. A deputy who is just going to sleep sees that nobody watches, or is seen here.
static void leave_watch(struct cfuse_crew *crew) {
  atomic_store(&crew->watched, false);
  bool relay = atomic_load_explicit(&crew->relays, memory_order_relaxed) > 0;
  if (relay) atomic_fetch_sub_explicit(&crew->relays, 1, memory_order_relaxed);
  if (relay || atomic_load(&crew->deputy_sleeps)) call_deputy(crew, relay);
}

static void note_pace(struct cfuse_crew *crew, bool came_soon) {
  int pace = atomic_load_explicit(&crew->pace, memory_order_relaxed);
  pace = came_soon ? (pace < quickest ? pace + 1 : pace) : (pace < 2 ? 0 : pace - 2);
  atomic_store_explicit(&crew->pace, pace, memory_order_relaxed);
}

// Looks for a request again and again, unless lately that was in vain: what it finds, or -EAGAIN.
static int look_out(struct seat *seat, int64_t start) {
  struct cfuse_crew *crew = seat->crew;
  if (atomic_load_explicit(&crew->pace, memory_order_relaxed) == 0) return -EAGAIN;
  for (int looks = 1; cfuse_now() - start < watch_time; looks++) {
    int count = receive(seat);
    if (count != -EAGAIN) return count;
    if (looks % looks_per_yield == 0) sched_yield();
  }
  return -EAGAIN;
}

static bool is_quick(struct cfuse_crew *crew) {
  return atomic_load_explicit(&crew->pace, memory_order_relaxed) == quickest;
}

// Called with a request in hand.
static void call_second(struct cfuse_crew *crew) {
  if (is_quick(crew) && atomic_load(&crew->up) < 2) call_deputy(crew, true);
}

// Waits for the next request, as the one who watches.
static int watch(struct seat *seat) {
  struct cfuse_crew *crew = seat->crew;
  int64_t start = cfuse_now();
  int count = look_out(seat, start);
  while (count == -EAGAIN) {
    struct pollfd wanted[] = {{fuse_session_fd(crew->session), POLLIN, 0}, {crew->stop, POLLIN, 0}};
    if (poll(wanted, 2, -1) < 0 && errno != EINTR) break;
    if (atomic_load(&crew->stopping)) break;
    count = receive(seat);
  }
  note_pace(crew, cfuse_now() - start < watch_time);
  leave_watch(crew);
  return count;
}

// MARK: - Resting

static void wait_one_tick(struct cfuse_crew *crew) {
  int64_t end = cfuse_now() + deputy_tick;
  struct timespec until = {end / 1000000000, end % 1000000000};
  pthread_cond_timedwait(&crew->deputy_wakes, &crew->mutex, &until);
}

static void sleep_while_idle(struct cfuse_crew *crew) {
  atomic_store(&crew->deputy_sleeps, true);
  if (atomic_load(&crew->watched)) pthread_cond_wait(&crew->deputy_wakes, &crew->mutex);
  atomic_store(&crew->deputy_sleeps, false);
}

// Returns when there is work for one more: the watcher was called away, has been away since the last look without
// having taken another request, or was away at every look for a while.
static void be_deputy(struct cfuse_crew *crew) {
  int idle = 0, away = 0;
  unsigned seen = atomic_load(&crew->served);
  while (!crew->deputy_is_wanted && !atomic_load(&crew->stopping) && !atomic_load(&crew->crowded)) {
    if (idle < idle_ticks) wait_one_tick(crew);
    else sleep_while_idle(crew);
    unsigned served = atomic_load(&crew->served);
    idle = served == seen && idle < idle_ticks ? idle + 1 : 0;
    away = atomic_load(&crew->watched) ? 0 : away + 1;
    if (away > 0 && (idle > 0 || away >= saturated_ticks)) break;
    seen = served;
  }
  crew->deputy_is_wanted = false;
}

static void rest(struct cfuse_crew *crew) {
  atomic_fetch_sub(&crew->up, 1);
  pthread_mutex_lock(&crew->mutex);
  while (crew->has_deputy && !atomic_load(&crew->stopping) && !atomic_load(&crew->crowded)) {
    crew->resting++;
    pthread_cond_wait(&crew->rest_ends, &crew->mutex);
    crew->resting--;
  }
  if (!crew->has_deputy) {
    crew->has_deputy = true;
    be_deputy(crew);
    crew->has_deputy = false;
    if (crew->resting > 0) pthread_cond_signal(&crew->rest_ends);
  }
  pthread_mutex_unlock(&crew->mutex);
  atomic_fetch_add(&crew->up, 1);
}

// Called when somebody else watches.
static void give_way(struct seat *seat) {
  if (is_quick(seat->crew) && seat->misses++ < patience) {
    sched_yield();
    return;
  }
  rest(seat->crew);
  seat->misses = 0;
}

// MARK: - Serving

static void end_all(struct cfuse_crew *crew) {
  const uint64_t one = 1;
  atomic_store(&crew->stopping, true);
  if (crew->rings) cfuse_rings_stop(crew->rings);
  ssize_t written = write(crew->stop, &one, sizeof one);
  pthread_mutex_lock(&crew->mutex);
  set_waiting(crew, false);
  call_readers(crew);
  pthread_cond_broadcast(&crew->deputy_wakes);
  pthread_cond_broadcast(&crew->rest_ends);
  pthread_mutex_unlock(&crew->mutex);
  written = write(crew->ended, &one, sizeof one);
  (void)written;  // full only if they can be read already
}

static void answer(struct cfuse_crew *crew, struct fuse_buf *request) {
  atomic_fetch_add_explicit(&crew->served, 1, memory_order_relaxed);
  int64_t start = cfuse_now();
  note_company(crew);
  fuse_session_process_buf(crew->session, request);
  if (crew->rings && cfuse_session_began()) cfuse_rings_decide(crew->rings, cfuse_rings_are_agreed());
  atomic_fetch_sub(&crew->serving, 1);
  if (cfuse_now() - start > long_request) atomic_store_explicit(&crew->relays, relays_after_long, memory_order_relaxed);
}

static void *serve(void *context) {
  struct seat *seat = context;
  struct cfuse_crew *crew = seat->crew;
  prctl(PR_SET_NAME, "fuse-worker", 0, 0, 0);
  cfuse_set_worker(true);
  cfuse_set_has_rings(crew->rings != NULL);
  while (!fuse_session_exited(crew->session)) {
    int count = receive(seat);
    if (count == -EAGAIN) {
      if (atomic_load(&crew->stopping)) break;
      if (!take_watch(crew)) {
        give_way(seat);
        continue;
      }
      count = watch(seat);
    }
    if (count == -EINTR) continue;
    if (count <= 0) break;
    seat->misses = 0;
    call_second(crew);
    answer(crew, &seat->request);
    if (atomic_load(&crew->stopping) && ++seat->last_answers == most_last_answers) break;
  }
  end_all(crew);
  return NULL;
}

// MARK: - Beginning and end

static void ring_broke(void *crew) { end_all(crew); }

static int start_threads(struct cfuse_crew *crew, int count) {
  int error = 0;
  atomic_store(&crew->up, count);
  while (!error && crew->count < count) {
    struct seat *seat = &crew->seats[crew->count];
    seat->crew = crew;
    error = cfuse_start_thread(&seat->thread, serve, seat);
    if (!error) crew->count++;
  }
  return error;
}

// libfuse takes memory of this size for every request with calloc, which in the C library of Debian 12 never uses what
// a thread has kept, and searches for a piece unless its size is among those that are handed out fast.
static void make_requests_fast(void) { mallopt(M_MXFAST, 160); }

struct cfuse_crew *cfuse_crew_start(struct fuse_session *session, int count, bool may_use_rings, int ended) {
  struct cfuse_crew *crew = calloc(1, sizeof *crew + count * sizeof *crew->seats);
  int stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  struct sigaction action = {.sa_handler = look_up, .sa_flags = SA_RESTART};
  if (crew) crew->session = session;
  if (!crew || stop < 0 || set_waiting(crew, false) < 0 || sigaction(SIGURG, &action, NULL) < 0) {
    free(crew);
    if (stop >= 0) close(stop);
    return NULL;
  }
  crew->size = count;
  crew->ended = ended;
  crew->stop = stop;
  make_requests_fast();
  cfuse_init_condition(&crew->deputy_wakes);
  cfuse_init_condition(&crew->rest_ends);
  pthread_mutex_init(&crew->mutex, NULL);
  if (may_use_rings) crew->rings = cfuse_rings_make(session, ring_broke, crew);
  int error = start_threads(crew, count);
  if (!error) return crew;
  cfuse_crew_stop(crew);
  cfuse_crew_join(crew);
  errno = error;
  return NULL;
}

void cfuse_crew_stop(struct cfuse_crew *crew) { end_all(crew); }

void cfuse_crew_wipe(struct cfuse_crew *crew) {
  if (crew->rings) cfuse_rings_wipe(crew->rings);
  for (int i = 0; i < crew->count; i++) {
    void *memory = crew->seats[i].request.mem;
    if (memory) explicit_bzero(memory, malloc_usable_size(memory));
  }
}

void cfuse_crew_join(struct cfuse_crew *crew) {
  for (int i = 0; i < crew->count; i++) {
    pthread_join(crew->seats[i].thread, NULL);
    free(crew->seats[i].request.mem);
  }
  // Last, as those others stop them.
  if (crew->rings) cfuse_rings_join(crew->rings);
  pthread_cond_destroy(&crew->deputy_wakes);
  pthread_cond_destroy(&crew->rest_ends);
  pthread_mutex_destroy(&crew->mutex);
  close(crew->stop);
  free(crew);
}

void cfuse_serve_rest(struct fuse_session *session, int milliseconds) {
  struct fuse_buf request = {0};
  int64_t end = cfuse_now() + milliseconds * 1000000LL;
  cfuse_set_worker(true);
  while (!fuse_session_exited(session) && cfuse_now() < end) {
    int count = fuse_session_receive_buf(session, &request);
    if (count == -EINTR) continue;
    if (count <= 0) break;
    fuse_session_process_buf(session, &request);
  }
  cfuse_set_worker(false);
  free(request.mem);
}
