// SPDX-License-Identifier: Apache-2.0
#pragma once
// Takes `struct stat` and the like from Swift's own view of the C library. Included as text they would belong to
// this module in Swift, and nobody could pass a `stat` of Glibc without importing libfuse.
#pragma clang module import SwiftGlibc
#define FUSE_USE_VERSION 314
#include <fuse3/fuse_lowlevel.h>
#include <fuse3/fuse_opt.h>
