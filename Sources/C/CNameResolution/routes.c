// SPDX-License-Identifier: Apache-2.0
#include "CNameResolution.h"

#include <errno.h>
#include <linux/if.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union answer {
  struct nlmsghdr head;
  char bytes[8192];
};

// One question, one answer: longer ones are cut, what counts stands first. 0, or the errno that the kernel answers with.
static int ask(int socket, struct nlmsghdr *question, union answer *answer) {
  question->nlmsg_flags = NLM_F_REQUEST;
  ssize_t count = send(socket, question, question->nlmsg_len, 0);
  if (count < 0) return errno;
  do count = recv(socket, answer->bytes, sizeof answer->bytes, 0);
  while (count < 0 && errno == EINTR);
  if (count < (ssize_t)sizeof answer->head) return EIO;
  if (answer->head.nlmsg_len > (size_t)count) answer->head.nlmsg_len = (uint32_t)count;
  if (answer->head.nlmsg_type != NLMSG_ERROR) return 0;
  const struct nlmsgerr *error = NLMSG_DATA(&answer->head);
  return answer->head.nlmsg_len < NLMSG_LENGTH(sizeof *error) || !error->error ? EIO : -error->error;
}

static int reaches_several(int socket, int32_t interface) {
  struct {
    struct nlmsghdr head;
    struct ifinfomsg body;
  } question = {{.nlmsg_len = sizeof question, .nlmsg_type = RTM_GETLINK}, {.ifi_index = interface}};
  union answer answer;
  if (ask(socket, &question.head, &answer) || answer.head.nlmsg_type != RTM_NEWLINK) return -1;
  if (answer.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct ifinfomsg))) return -1;
  unsigned flags = ((const struct ifinfomsg *)NLMSG_DATA(&answer.head))->ifi_flags;
  return (flags & IFF_BROADCAST) && !(flags & IFF_LOOPBACK);
}

// The interface of a route without a gateway; 0 where there is one, or where the route is that to everywhere.
static int32_t interface_of(struct nlmsghdr *answer) {
  if (answer->nlmsg_type != RTM_NEWROUTE || answer->nlmsg_len < NLMSG_LENGTH(sizeof(struct rtmsg))) return 0;
  struct rtmsg *route = NLMSG_DATA(answer);
  if (route->rtm_type != RTN_UNICAST || !route->rtm_dst_len) return 0;
  int32_t interface = 0;
  int length = (int)RTM_PAYLOAD(answer);
  for (struct rtattr *one = RTM_RTA(route); RTA_OK(one, length); one = RTA_NEXT(one, length)) {
    switch (one->rta_type) {
      case RTA_GATEWAY: case RTA_VIA: case RTA_MULTIPATH: return 0;
      case RTA_OIF: memcpy(&interface, RTA_DATA(one), sizeof interface);
    }
  }
  return interface;
}

static int is_on_link(int socket, const uint8_t *address, size_t size) {
  struct {
    struct nlmsghdr head;
    struct rtmsg body;
    struct rtattr part;
    uint8_t address[16];
  } question = {0};
  question.head.nlmsg_type = RTM_GETROUTE;
  question.head.nlmsg_len = (uint32_t)(NLMSG_LENGTH(sizeof question.body) + RTA_LENGTH(size));
  question.body.rtm_family = size == 4 ? AF_INET : AF_INET6;
  question.body.rtm_dst_len = (unsigned char)(8 * size);
  // The entry of the table and not the way to this one address, which says nothing of its neighbours.
  question.body.rtm_flags = RTM_F_FIB_MATCH;
  question.part = (struct rtattr){.rta_len = (unsigned short)RTA_LENGTH(size), .rta_type = RTA_DST};
  memcpy(question.address, address, size);
  union answer answer;
  int code = ask(socket, &question.head, &answer);
  // What is reached by no route is on no network of this machine's.
  if (code) return code == ENETUNREACH || code == EHOSTUNREACH || code == EACCES || code == EINVAL ? 0 : -1;
  int32_t interface = interface_of(&answer.head);
  return interface ? reaches_several(socket, interface) : 0;
}

int cnames_is_on_link(const uint8_t *address, size_t size) {
  if (size != 4 && size != 16) return -1;
  int routes = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (routes < 0) return -1;
  int result = is_on_link(routes, address, size);
  close(routes);
  return result;
}
