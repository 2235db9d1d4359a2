// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <curl/curl.h>

// libcurl, loaded by the first process that sends a request and not by each that could: it brings thirty other libraries, which are
// four times the start of a program that sends none. Its options take variable arguments, which Swift cannot give.

/// Loads the library. Whoever is about to lose the sight of files does it before. Any number of calls load it once.
/// Returns CURLE_FAILED_INIT where it is missing; nothing else here may be called then.
CURLcode ccurl_load(void);

/// Sets the library up, once in a process, and loads it where that was not done.
CURLcode ccurl_begin(void);

/// A request, to be freed by `ccurl_free`. NULL where memory is short.
CURL *ccurl_new(void);
CURLcode ccurl_perform(CURL *curl);
void ccurl_free(CURL *curl);

struct curl_slist *ccurl_append(struct curl_slist *list, const char *text);
void ccurl_free_list(struct curl_slist *list);

CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value);
CURLcode ccurl_set_headers(CURL *curl, struct curl_slist *headers);

/// The library keeps no copy of the bytes: they stay until the transfer is over.
CURLcode ccurl_set_body(CURL *curl, const void *bytes, size_t count);

/// Trusts these certificates, PEM, instead of the system's. The bytes stay until the transfer is over.
CURLcode ccurl_set_authorities(CURL *curl, const void *bytes, size_t count);

/// The same, of a file.
CURLcode ccurl_set_authority_file(CURL *curl, const char *path);

typedef size_t (*ccurl_on_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*ccurl_on_socket)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

CURLcode ccurl_set_callbacks(
    CURL *curl, ccurl_on_bytes on_body, ccurl_on_bytes on_header, ccurl_on_socket on_socket, void *context);

/// The status of the last response.
long ccurl_status(CURL *curl);
