// SPDX-License-Identifier: Apache-2.0
// What this file defines stays inside the program that it is linked into: the library goes on calling its own.
#pragma GCC visibility push(hidden)
#include "CSystemd.h"
#pragma GCC visibility pop

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

typedef sd_bus_message_handler_t handler;

static const char soname[] = "libsystemd.so.0";

// The functions that make a connection; the rest want one.
#define BEGINNING(each) \
  each(int, sd_bus_new, (sd_bus **a), (a)) \
  each(int, sd_bus_open_system, (sd_bus **a), (a)) \
  each(int, sd_bus_open_user, (sd_bus **a), (a))
#define REST(each) \
  each(int, sd_bus_add_fallback, (sd_bus *a, sd_bus_slot **b, const char *c, handler d, void *e), (a, b, c, d, e)) \
  each(int, sd_bus_add_object, (sd_bus *a, sd_bus_slot **b, const char *c, handler d, void *e), (a, b, c, d, e)) \
  each(int, sd_bus_call_async, (sd_bus *a, sd_bus_slot **b, sd_bus_message *c, handler d, void *e, uint64_t f), \
       (a, b, c, d, e, f)) \
  each(void, sd_bus_close, (sd_bus *a), (a)) \
  each(sd_bus *, sd_bus_close_unref, (sd_bus *a), (a)) \
  each(int, sd_bus_creds_get_euid, (sd_bus_creds *a, uid_t *b), (a, b)) \
  each(sd_bus_creds *, sd_bus_creds_unref, (sd_bus_creds *a), (a)) \
  each(void, sd_bus_error_free, (sd_bus_error *a), (a)) \
  each(int, sd_bus_error_set, (sd_bus_error *a, const char *b, const char *c), (a, b, c)) \
  each(int, sd_bus_get_events, (sd_bus *a), (a)) \
  each(int, sd_bus_get_fd, (sd_bus *a), (a)) \
  each(int, sd_bus_get_n_queued_write, (sd_bus *a, uint64_t *b), (a, b)) \
  each(int, sd_bus_get_owner_creds, (sd_bus *a, uint64_t b, sd_bus_creds **c), (a, b, c)) \
  each(int, sd_bus_get_timeout, (sd_bus *a, uint64_t *b), (a, b)) \
  each(int, sd_bus_get_unique_name, (sd_bus *a, const char **b), (a, b)) \
  each(int, sd_bus_is_open, (sd_bus *a), (a)) \
  each(int, sd_bus_is_ready, (sd_bus *a), (a)) \
  each(int, sd_bus_match_signal, (sd_bus *a, sd_bus_slot **b, const char *c, const char *d, const char *e, const char *f, handler g, void *h), \
       (a, b, c, d, e, f, g, h)) \
  each(int, sd_bus_message_append_array, (sd_bus_message *a, char b, const void *c, size_t d), (a, b, c, d)) \
  each(int, sd_bus_message_append_basic, (sd_bus_message *a, char b, const void *c), (a, b, c)) \
  each(int, sd_bus_message_close_container, (sd_bus_message *a), (a)) \
  each(int, sd_bus_message_enter_container, (sd_bus_message *a, char b, const char *c), (a, b, c)) \
  each(int, sd_bus_message_exit_container, (sd_bus_message *a), (a)) \
  each(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *a), (a)) \
  each(const char *, sd_bus_message_get_interface, (sd_bus_message *a), (a)) \
  each(const char *, sd_bus_message_get_member, (sd_bus_message *a), (a)) \
  each(const char *, sd_bus_message_get_path, (sd_bus_message *a), (a)) \
  each(const char *, sd_bus_message_get_sender, (sd_bus_message *a), (a)) \
  each(int, sd_bus_message_new_method_call, (sd_bus *a, sd_bus_message **b, const char *c, const char *d, const char *e, const char *f), \
       (a, b, c, d, e, f)) \
  each(int, sd_bus_message_new_method_return, (sd_bus_message *a, sd_bus_message **b), (a, b)) \
  each(int, sd_bus_message_new_signal, (sd_bus *a, sd_bus_message **b, const char *c, const char *d, const char *e), \
       (a, b, c, d, e)) \
  each(int, sd_bus_message_open_container, (sd_bus_message *a, char b, const char *c), (a, b, c)) \
  each(int, sd_bus_message_peek_type, (sd_bus_message *a, char *b, const char **c), (a, b, c)) \
  each(int, sd_bus_message_read_array, (sd_bus_message *a, char b, const void **c, size_t *d), (a, b, c, d)) \
  each(int, sd_bus_message_read_basic, (sd_bus_message *a, char b, void *c), (a, b, c)) \
  each(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *a), (a)) \
  each(int, sd_bus_message_rewind, (sd_bus_message *a, int b), (a, b)) \
  each(int, sd_bus_message_set_auto_start, (sd_bus_message *a, int b), (a, b)) \
  each(int, sd_bus_message_set_destination, (sd_bus_message *a, const char *b), (a, b)) \
  each(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *a), (a)) \
  each(int, sd_bus_negotiate_fds, (sd_bus *a, int b), (a, b)) \
  each(int, sd_bus_process, (sd_bus *a, sd_bus_message **b), (a, b)) \
  each(int, sd_bus_release_name, (sd_bus *a, const char *b), (a, b)) \
  each(int, sd_bus_reply_method_error, (sd_bus_message *a, const sd_bus_error *b), (a, b)) \
  each(int, sd_bus_request_name, (sd_bus *a, const char *b, uint64_t c), (a, b, c)) \
  each(int, sd_bus_send, (sd_bus *a, sd_bus_message *b, uint64_t *c), (a, b, c)) \
  each(int, sd_bus_set_address, (sd_bus *a, const char *b), (a, b)) \
  each(int, sd_bus_set_bus_client, (sd_bus *a, int b), (a, b)) \
  each(int, sd_bus_set_method_call_timeout, (sd_bus *a, uint64_t b), (a, b)) \
  each(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *a), (a)) \
  each(int, sd_bus_start, (sd_bus *a), (a)) \
  each(sd_bus *, sd_bus_unref, (sd_bus *a), (a)) \
  each(int, sd_bus_wait, (sd_bus *a, uint64_t b), (a, b))

#define pointer(type, name, parameters, arguments) __typeof__(name) *name;
static struct { BEGINNING(pointer) REST(pointer) } library;
static int loaded = -ELIBACC;

static void load(void) {
  void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
#define find(type, name, parameters, arguments) \
  if (!handle || !(library.name = (__typeof__(name) *)dlsym(handle, #name))) return;
  BEGINNING(find)
  REST(find)
  loaded = 0;
}

static int load_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}

#define begin(type, name, parameters, arguments) \
  type name parameters { return load_once() == 0 ? library.name arguments : loaded; }
BEGINNING(begin)

#define forward(type, name, parameters, arguments) \
  type name parameters { return library.name arguments; }
REST(forward)
