// SPDX-License-Identifier: Apache-2.0
#include "CFoundationObjects.h"

// Of the Core Foundation that Linux's Foundation is built on and brings along.
extern const void *CFArrayGetValueAtIndex(const void *array, long index);
extern const void *CFDictionaryGetValue(const void *dictionary, const void *key);
extern void CFDictionaryGetKeysAndValues(const void *dictionary, const void **keys, const void **values);
extern long CFNumberGetType(const void *number);
extern unsigned char CFNumberGetValue(const void *number, long kind, void *value);
extern const void *CFRunLoopGetCurrent(void);
extern const void *CFRunLoopGetMain(void);
extern void CFRunLoopRun(void);
extern void CFRunLoopStop(const void *loop);
extern void CFRunLoopWakeUp(const void *loop);

const void *foundation_array_object(const void *array, long index) { return CFArrayGetValueAtIndex(array, index); }

const void *foundation_dictionary_object(const void *dictionary, const void *key) {
  return CFDictionaryGetValue(dictionary, key);
}

void foundation_dictionary_objects(const void *dictionary, const void **keys, const void **values) {
  CFDictionaryGetKeysAndValues(dictionary, keys, values);
}

long foundation_number_kind(const void *number) { return CFNumberGetType(number); }

_Bool foundation_number_value(const void *number, long kind, void *value) {
  return CFNumberGetValue(number, kind, value) != 0;
}

const void *foundation_run_loop_current(void) { return CFRunLoopGetCurrent(); }
const void *foundation_run_loop_main(void) { return CFRunLoopGetMain(); }
void foundation_run_loop_run(void) { CFRunLoopRun(); }
void foundation_run_loop_stop(const void *loop) { CFRunLoopStop(loop); }
void foundation_run_loop_wake_up(const void *loop) { CFRunLoopWakeUp(loop); }
