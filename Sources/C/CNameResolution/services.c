// SPDX-License-Identifier: Apache-2.0
#include "CNameResolution.h"

#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static const char separators[] = " \t\r\n";

// Part of glibc, or without another process: all the others may ask one.
static int asks_nobody(const char *service) {
  return !strcmp(service, "files") || !strcmp(service, "dns") || !strcmp(service, "myhostname");
}

static int load(char *line) {
  int asks = 0;
  char *rest;
  for (char *word = strtok_r(line, separators, &rest); word; word = strtok_r(NULL, separators, &rest)) {
    // `[NOTFOUND=return]` and the like.
    if (word[0] == '[' || strchr(word, ']') || strchr(word, '/')) continue;
    char name[128];
    if (snprintf(name, sizeof name, "libnss_%s.so.2", word) >= (int)sizeof name) continue;
    // One that is not installed is left out by glibc too.
    if (!strcmp(word, "files") || !strcmp(word, "dns") || !dlopen(name, RTLD_NOW)) continue;
    if (!asks_nobody(word)) asks = 1;
  }
  return asks;
}

int cnames_load_services(void) {
  int asks = 0;
  char line[1024];
  FILE *file = fopen("/etc/nsswitch.conf", "re");
  while (file && fgets(line, sizeof line, file)) {
    char *comment = strchr(line, '#');
    if (comment) *comment = 0;
    char *start = line + strspn(line, separators);
    if (!strncmp(start, "hosts:", 6)) asks = load(start + 6);
  }
  if (file) fclose(file);
  // What else glibc sets up when it is first asked.
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
  if (!getaddrinfo("localhost", NULL, &hints, &list)) freeaddrinfo(list);
  return asks;
}
