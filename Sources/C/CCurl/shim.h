// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <curl/curl.h>

// The library takes the value of an option as a variable argument, and its options and codes are macros: Swift can use neither.

static inline CURLcode ccurl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

/// The library keeps no copy of the bytes: they stay until the transfer is over.
static inline CURLcode ccurl_set_body(CURL *curl, const void *bytes, size_t count) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code != CURLE_OK ? code : curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)bytes);
}

/// Trusts these certificates, PEM, instead of the system's. The bytes stay until the transfer is over.
static inline CURLcode ccurl_set_authorities(CURL *curl, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_NOCOPY};
  CURLcode code = curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &blob);
  // Nor those of the folder that the library was built with.
  return code != CURLE_OK ? code : curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
}

/// The same, of a file.
static inline CURLcode ccurl_set_authority_file(CURL *curl, const char *path) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_CAINFO, path);
  return code != CURLE_OK ? code : curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
}

static inline CURLcode ccurl_set_headers(CURL *curl, struct curl_slist *headers) {
  return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*ccurl_on_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*ccurl_on_socket)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode ccurl_set_callbacks(
    CURL *curl, ccurl_on_bytes on_body, ccurl_on_bytes on_header, ccurl_on_socket on_socket, void *context) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, on_socket);
  if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, context);
  return code;
}

static inline long ccurl_status(CURL *curl) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
