// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

int clinux_lock_memory(size_t reserve) {
  if (mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)) return -1;
  // Under a limit every later mapping counts against it: find out now whether the largest one will fit.
  void *probe = mmap(NULL, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe != MAP_FAILED) return munmap(probe, reserve);
  munlockall();
  return -1;
}

int clinux_move_pages(void *from, void *to, size_t size) {
  return mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to ? 0 : -1;
}

void clinux_share_heaps(int count, int kept_free) {
  mallopt(M_ARENA_MAX, count);
  mallopt(M_TRIM_THRESHOLD, kept_free);
  mallopt(M_MMAP_THRESHOLD, kept_free);
}

void clinux_trim_heaps(void) { malloc_trim(0); }

int clinux_timerfd_set(int descriptor, int64_t milliseconds) {
  struct itimerspec time = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000000}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &time, NULL);
}

int clinux_memory_file(void) { return memfd_create("bailey", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int clinux_seal_file(int descriptor) {
  if (lseek(descriptor, 0, SEEK_SET) < 0) return -1;
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

void clinux_forget(void *allocation, const void *secret, size_t count) {
  if (!allocation || !count) return;
  char *end = (char *)allocation + malloc_usable_size(allocation);
  for (char *at = allocation; (at = memmem(at, end - at, secret, count)); at += count) explicit_bzero(at, count);
}

__attribute__((noinline)) void clinux_clear_stack(void) {
  char below[65536];
  explicit_bzero(below, sizeof below);
}

#ifdef __x86_64__
__attribute__((target("avx512f"))) static void clear_upper_registers(void) {
#define CLEAR(n) "vpxorq %%zmm" #n ", %%zmm" #n ", %%zmm" #n "\n\t"
  __asm__ volatile(CLEAR(16) CLEAR(17) CLEAR(18) CLEAR(19) CLEAR(20) CLEAR(21) CLEAR(22) CLEAR(23)
                   CLEAR(24) CLEAR(25) CLEAR(26) CLEAR(27) CLEAR(28) CLEAR(29) CLEAR(30) CLEAR(31)::);
#undef CLEAR
}

__attribute__((target("avx"))) static void clear_lower_registers(void) { __asm__ volatile("vzeroall" ::); }
#endif

// No vector register survives a call, so whoever calls this has nothing in them.
__attribute__((noinline)) void clinux_clear_registers(void) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx")) clear_lower_registers();
  if (__builtin_cpu_supports("avx512f")) clear_upper_registers();
#endif
}
