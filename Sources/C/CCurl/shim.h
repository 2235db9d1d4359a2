// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <arpa/inet.h>
#include <curl/curl.h>
#include <string.h>
#include <sys/socket.h>

// The library takes its options as variable arguments, which Swift cannot pass.

static inline CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}

static inline CURLcode ccurl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

/// The library copies the body.
static inline CURLcode ccurl_set_body(CURL *handle, const unsigned char *bytes, size_t count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code ? code : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

typedef size_t (*ccurl_receiver)(char *bytes, size_t one, size_t count, void *context);
typedef curl_socket_t (*ccurl_opener)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode ccurl_set_callbacks(
    CURL *handle, ccurl_receiver on_header, ccurl_receiver on_body, ccurl_opener on_open, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, on_open);
  if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
  return code;
}

/// The status of the last answer; 0 where there was none.
static inline long ccurl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) ? 0 : status;
}

/// Copies the address that is about to be connected to, in network order. Returns how many bytes it has; 0 for one that is neither
/// of IPv4 nor of IPv6.
static inline int ccurl_address(const struct curl_sockaddr *target, unsigned char bytes[16]) {
  if (target->family == AF_INET && target->addrlen >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in address;
    memcpy(&address, &target->addr, sizeof address);
    memcpy(bytes, &address.sin_addr, 4);
    return 4;
  }
  if (target->family == AF_INET6 && target->addrlen >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 address;
    memcpy(&address, &target->addr, sizeof address);
    memcpy(bytes, &address.sin6_addr, 16);
    return 16;
  }
  return 0;
}

static inline curl_socket_t ccurl_open(const struct curl_sockaddr *target) {
  return socket(target->family, target->socktype | SOCK_CLOEXEC, target->protocol);
}
