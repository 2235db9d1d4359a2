// SPDX-License-Identifier: Apache-2.0
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>

// Of one ABI since 2006; the package depends on it by name.
static const char soname[] = "libcurl.so.4";

#define FUNCTIONS(each)                                                                                    \
  each(curl_global_init) each(curl_easy_init) each(curl_easy_perform) each(curl_easy_cleanup)              \
  each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_slist_append) each(curl_slist_free_all)

#define pointer(name) __typeof__(name) *name;
static struct { FUNCTIONS(pointer) } library;
static CURLcode loaded = CURLE_FAILED_INIT;

static void load(void) {
  void *handle = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
#define find(name) if (!handle || !(library.name = (__typeof__(name) *)dlsym(handle, #name))) return;
  FUNCTIONS(find)
  loaded = CURLE_OK;
}

CURLcode ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}

CURLcode ccurl_begin(void) {
  return ccurl_load() == CURLE_OK ? library.curl_global_init(CURL_GLOBAL_DEFAULT) : CURLE_FAILED_INIT;
}

CURL *ccurl_new(void) { return library.curl_easy_init(); }

CURLcode ccurl_perform(CURL *curl) { return library.curl_easy_perform(curl); }

void ccurl_free(CURL *curl) { library.curl_easy_cleanup(curl); }

struct curl_slist *ccurl_append(struct curl_slist *list, const char *text) {
  return library.curl_slist_append(list, text);
}

void ccurl_free_list(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLcode ccurl_set_number(CURL *curl, CURLoption option, long value) {
  return library.curl_easy_setopt(curl, option, value);
}

CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *value) {
  return library.curl_easy_setopt(curl, option, value);
}

CURLcode ccurl_set_headers(CURL *curl, struct curl_slist *headers) {
  return library.curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

CURLcode ccurl_set_body(CURL *curl, const void *bytes, size_t count) {
  CURLcode code = library.curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code != CURLE_OK ? code : library.curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)bytes);
}

CURLcode ccurl_set_authorities(CURL *curl, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_NOCOPY};
  CURLcode code = library.curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &blob);
  // Nor those of the folder that the library was built with.
  return code != CURLE_OK ? code : library.curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
}

CURLcode ccurl_set_authority_file(CURL *curl, const char *path) {
  CURLcode code = library.curl_easy_setopt(curl, CURLOPT_CAINFO, path);
  return code != CURLE_OK ? code : library.curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
}

CURLcode ccurl_set_callbacks(
    CURL *curl, ccurl_on_bytes on_body, ccurl_on_bytes on_header, ccurl_on_socket on_socket, void *context) {
  CURLcode code = library.curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  if (code == CURLE_OK) code = library.curl_easy_setopt(curl, CURLOPT_WRITEDATA, context);
  if (code == CURLE_OK) code = library.curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  if (code == CURLE_OK) code = library.curl_easy_setopt(curl, CURLOPT_HEADERDATA, context);
  if (code == CURLE_OK) code = library.curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, on_socket);
  if (code == CURLE_OK) code = library.curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, context);
  return code;
}

long ccurl_status(CURL *curl) {
  long status = 0;
  library.curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
