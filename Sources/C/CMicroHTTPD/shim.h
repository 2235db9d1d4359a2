// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <microhttpd.h>

// The library takes its options as variable arguments, which Swift cannot pass.

/// Serves on a socket that listens, which is its own from now on. With `workers` so many threads serve all connections; with 0 each
/// connection has one. NULL where that cannot be done.
///
/// It is woken by a descriptor of its own (`MHD_USE_ITC`): otherwise the library shuts the socket down at its end, for every
/// process that has it. `on_peer` decides before a connection counts. `on_address` is told a request's address as it was sent; what
/// it returns is the request's state.
static inline struct MHD_Daemon *cmicrohttpd_start(
    int listener, unsigned workers, unsigned connections, unsigned timeout_seconds, MHD_AcceptPolicyCallback on_peer,
    MHD_NotifyConnectionCallback on_connection, void *(*on_address)(void *, const char *, struct MHD_Connection *),
    MHD_AccessHandlerCallback on_request, MHD_RequestCompletedCallback on_end, void *context) {
  unsigned threads = workers ? 0 : MHD_USE_THREAD_PER_CONNECTION;
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_LISTEN_SOCKET, listener, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)connections, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)timeout_seconds, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, 32 << 10, NULL},
      {workers > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)workers, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(
      MHD_USE_POLL | MHD_USE_INTERNAL_POLLING_THREAD | threads | MHD_USE_ITC, 0, on_peer, context, on_request, context,
      MHD_OPTION_ARRAY, options, MHD_OPTION_URI_LOG_CALLBACK, on_address, context, MHD_OPTION_NOTIFY_CONNECTION,
      on_connection, context, MHD_OPTION_NOTIFY_COMPLETED, on_end, context, MHD_OPTION_END);
}

/// The socket of a connection, which is open until `on_connection` was told of its end; -1 where there is none.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}
