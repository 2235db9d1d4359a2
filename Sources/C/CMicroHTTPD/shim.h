// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>

// The library takes its options as variable arguments, which Swift cannot pass.

/// Serves on a loopback port, 0 for a free one; each connection has a thread. NULL where the port cannot be had.
static inline struct MHD_Daemon *cmicrohttpd_start(
    uint16_t port, unsigned connections, unsigned timeout_seconds, MHD_AccessHandlerCallback on_request,
    MHD_RequestCompletedCallback on_end, void *context) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_POLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, port, NULL, NULL, on_request,
      context, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 << 10),
      MHD_OPTION_NOTIFY_COMPLETED, on_end, context, MHD_OPTION_END);
}

/// The port it serves on, 0 where that cannot be told.
static inline uint16_t cmicrohttpd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
