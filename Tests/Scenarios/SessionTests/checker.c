// SPDX-License-Identifier: Apache-2.0
// Checks passwords for the tests of pam_bailey, in the place of pam_unix: the password is the first line of the file that its only option
// names, and whoever knows it may change it. With "root" behind it, the old one is not asked for.
#include <security/pam_ext.h>
#include <security/pam_modules.h>
#include <stdio.h>
#include <string.h>

static int known(const char *path, char password[512]) {
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  int read = fgets(password, 512, file) != NULL;
  fclose(file);
  password[strcspn(password, "\n")] = 0;
  return read;
}

static int check(pam_handle_t *handle, int item, int argc, const char **argv) {
  const char *given = NULL;
  char password[512];
  if (argc < 1 || !known(argv[0], password)) return PAM_AUTHINFO_UNAVAIL;
  int result = pam_get_authtok(handle, item, &given, NULL);
  if (result != PAM_SUCCESS) return result;
  return given && !strcmp(given, password) ? PAM_SUCCESS : PAM_AUTH_ERR;
}

int pam_sm_authenticate(pam_handle_t *handle, int flags, int argc, const char **argv) {
  (void)flags;
  return check(handle, PAM_AUTHTOK, argc, argv);
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int argc, const char **argv) {
  (void)handle, (void)flags, (void)argc, (void)argv;
  return PAM_SUCCESS;
}

int pam_sm_chauthtok(pam_handle_t *handle, int flags, int argc, const char **argv) {
  int asks = argc < 2 || strcmp(argv[1], "root");
  if (flags & PAM_PRELIM_CHECK) return asks ? check(handle, PAM_OLDAUTHTOK, argc, argv) : PAM_SUCCESS;
  const char *new = NULL;
  int result = pam_get_authtok(handle, PAM_AUTHTOK, &new, NULL);
  if (result != PAM_SUCCESS) return result;
  FILE *file = new ? fopen(argv[0], "w") : NULL;
  if (!file) return PAM_AUTHTOK_ERR;
  fprintf(file, "%s\n", new);
  return fclose(file) ? PAM_AUTHTOK_ERR : PAM_SUCCESS;
}
