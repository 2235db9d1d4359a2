// SPDX-License-Identifier: Apache-2.0
#include "CLinuxNamespaces.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <linux/nsfs.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/route.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_network_of(int socket) { return ioctl(socket, SIOCGSKNS); }
int clinux_owner_of_namespace(int namespace) { return ioctl(namespace, NS_GET_USERNS); }
int clinux_users_above(int users) { return ioctl(users, NS_GET_PARENT); }

union three_descriptors {
  struct cmsghdr align;
  char bytes[CMSG_SPACE(3 * sizeof(int))];
};

static struct msghdr message_with(struct iovec *part, union three_descriptors *control) {
  return (struct msghdr){
      .msg_iov = part, .msg_iovlen = 1, .msg_control = control->bytes, .msg_controllen = sizeof control->bytes};
}

static int send_three(int socket, const int sockets[3]) {
  char byte = 1;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union three_descriptors control = {0};
  struct msghdr message = message_with(&part, &control);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(3 * sizeof(int));
  memcpy(CMSG_DATA(header), sockets, 3 * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

static int receive_three(int socket, int sockets[3]) {
  char byte;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union three_descriptors control;
  struct msghdr message = message_with(&part, &control);
  if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(3 * sizeof(int))) return -1;
  memcpy(sockets, CMSG_DATA(header), 3 * sizeof(int));
  return 0;
}

static int make_sockets(int made[3]) {
  made[0] = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  made[1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  made[2] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return made[0] < 0 || made[1] < 0 || made[2] < 0 ? -1 : 0;
}

static struct sockaddr address_of(const uint8_t bytes[4]) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  memcpy(&address.sin_addr, bytes, 4);
  struct sockaddr result;
  memcpy(&result, &address, sizeof result);
  return result;
}

// Of a packet at most: more would not fit into what reads it.
enum { largest_packet = 32768 };

static int lead_into(struct ifreq *device, const uint8_t own[4], uint8_t prefix) {
  int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (control < 0) return -1;
  uint32_t bits = htonl(prefix ? ~0u << (32 - prefix) : 0);
  uint8_t mask[4], anywhere[4] = {0};
  memcpy(mask, &bits, 4);
  struct ifreq address = *device, network = *device, size = *device, flags = *device;
  address.ifr_addr = address_of(own);
  network.ifr_netmask = address_of(mask);
  size.ifr_mtu = largest_packet;
  flags.ifr_flags = IFF_UP | IFF_RUNNING;
  struct rtentry everything = {.rt_dst = address_of(anywhere), .rt_genmask = address_of(anywhere),
                               .rt_flags = RTF_UP, .rt_dev = device->ifr_name};
  int failed = ioctl(control, SIOCSIFADDR, &address) || ioctl(control, SIOCSIFNETMASK, &network) ||
               ioctl(control, SIOCSIFMTU, &size) || ioctl(control, SIOCSIFFLAGS, &flags) ||
               ioctl(control, SIOCADDRT, &everything);
  close(control);
  return failed ? -1 : 0;
}

struct tunnel_place {
  uint8_t own[4];
  uint8_t prefix;
};

static int make_tunnel(const struct tunnel_place *place, int made[3]) {
  made[0] = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
  if (made[0] < 0) return -1;
  struct ifreq device = {.ifr_name = "bailey0"};
  device.ifr_flags = IFF_TUN | IFF_NO_PI;
  if (ioctl(made[0], TUNSETIFF, &device) || lead_into(&device, place->own, place->prefix)) return -1;
  // Three are sent.
  made[1] = made[2] = made[0];
  return 0;
}

// In a process of its own, with one thread, as setns wants it. Only calls that are safe after fork.
static int make_there(int network, int users, const struct tunnel_place *place, int answer) {
  // A process without rights gets them in the namespace that owns the network; root has them already.
  if (setns(users, CLONE_NEWUSER) && errno != EINVAL && geteuid() != 0) return -1;
  if (setns(network, CLONE_NEWNET)) return -1;
  int made[3];
  return (place ? make_tunnel(place, made) : make_sockets(made)) ? -1 : send_three(answer, made);
}

static int from_there(int network, int users, const struct tunnel_place *place, int sockets[3]) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return -1;
  pid_t child = fork();
  if (child == 0) _exit(make_there(network, users, place, pair[1]) ? 1 : 0);
  close(pair[1]);
  int result = child < 0 ? -1 : receive_three(pair[0], sockets);
  close(pair[0]);
  int status;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return result;
}

static int made_in_network_of(int32_t process, const struct tunnel_place *place, int sockets[3]) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/ns/net", process);
  int network = open(path, O_RDONLY | O_CLOEXEC);
  if (network < 0) return -1;
  int users = clinux_owner_of_namespace(network);
  int result = users < 0 ? -1 : from_there(network, users, place, sockets);
  close(network);
  if (users >= 0) close(users);
  if (result) errno = EPERM;
  return result;
}

int clinux_sockets_in_network_of(int32_t process, int *packets, int *stream, int *bytes) {
  int sockets[3];
  if (made_in_network_of(process, NULL, sockets)) return -1;
  *packets = sockets[0];
  *stream = sockets[1];
  *bytes = sockets[2];
  return 0;
}

int clinux_tunnel_in_network_of(int32_t process, const uint8_t own[4], uint8_t prefix) {
  struct tunnel_place place = {{own[0], own[1], own[2], own[3]}, prefix};
  int made[3];
  if (made_in_network_of(process, &place, made)) return -1;
  close(made[1]);
  close(made[2]);
  return made[0];
}
