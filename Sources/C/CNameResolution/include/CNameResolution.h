// SPDX-License-Identifier: Apache-2.0
// What a process needs that does nothing but resolve names and connect: where addresses lead, what glibc loads for names, and
// a root folder with nothing else in it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Whether an address of 4 or 16 bytes is one of a network that this machine is part of, by its table of routes: 1 where no gateway
// lies on the way and the interface reaches several machines (IFF_BROADCAST). -1 where the kernel says nothing.
int cnames_is_on_link(const uint8_t *address, size_t size);

// Loads what `nsswitch.conf` names for hosts, as long as code may be loaded: 1 where some of that asks another process of this
// machine, else 0.
int cnames_load_services(void);

// From now on this process finds what names are resolved with, and no other file. To be called before there are threads. -1
// with the errno of the step that failed.
int cnames_hide_files(void);

// Where it is root: a user from now on who owns nothing and is in no group.
int cnames_become_nobody(void);
