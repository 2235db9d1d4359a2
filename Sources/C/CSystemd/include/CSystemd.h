// SPDX-License-Identifier: Apache-2.0
#pragma once
// libsystemd's connections to D-Bus. The library is loaded as the first connection is made, which few commands make: it brings four
// others, and they are a quarter of the start of a program. -ELIBACC says that it is missing. What is not in bus.c does not link.
#include <systemd/sd-bus.h>
