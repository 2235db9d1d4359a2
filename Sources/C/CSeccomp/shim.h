// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <errno.h>
#include <seccomp.h>
#include <sys/syscall.h>
