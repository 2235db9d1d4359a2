// SPDX-License-Identifier: Apache-2.0
#ifndef BAILEY_CFOUNDATIONOBJECTS_H
#define BAILEY_CFOUNDATIONOBJECTS_H

// What Foundation's collections and numbers hold, as objects. In Swift they are given out as values of Swift's, made anew
// each time, to which no pointer stays good. These pointers name what is held, and are good as long as it is.

const void *_Nonnull foundation_array_object(const void *_Nonnull array, long index);
/// Null where the key is not there.
const void *_Nullable foundation_dictionary_object(const void *_Nonnull dictionary, const void *_Nonnull key);

/// Fills both arrays, which have room for as many as the dictionary holds.
void foundation_dictionary_objects(
    const void *_Nonnull dictionary, const void *_Nullable *_Nonnull keys, const void *_Nullable *_Nonnull values);

/// The kind of a number, as CFNumberType counts them.
long foundation_number_kind(const void *_Nonnull number);
/// Whether nothing was lost.
_Bool foundation_number_value(const void *_Nonnull number, long kind, void *_Nonnull value);

/// Run loops, each of which lives as long as its thread.
const void *_Nonnull foundation_run_loop_current(void);
const void *_Nonnull foundation_run_loop_main(void);
void foundation_run_loop_run(void);
void foundation_run_loop_stop(const void *_Nonnull loop);
void foundation_run_loop_wake_up(const void *_Nonnull loop);

#endif
