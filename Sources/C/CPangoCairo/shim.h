// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cairo.h>
#include <pango/pangocairo.h>

// `g_object_unref` takes any object; Swift would have to name each pointer's type.
static inline void cpango_release(void *object) { g_object_unref(object); }
