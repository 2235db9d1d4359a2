// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keeps the other of two processors from going idle while a program's requests follow each other quickly. To wake a
// processor costs more than most requests do, and the kernel likes to let a program go on where nothing else runs.
struct cfuse_idle_prevention;
struct cfuse_idle_prevention *cfuse_idle_prevention_start(void);  // NULL where there are no threads
// A request was served on this processor, 0 or 1.
void cfuse_idle_prevention_note(struct cfuse_idle_prevention *prevention, int processor);
// Waits for the thread's end, and frees.
void cfuse_idle_prevention_end(struct cfuse_idle_prevention *prevention);
