// SPDX-License-Identifier: Apache-2.0
// The page's first request, which is under way while the other files come.

import { begin } from "./api.js";

export const begun = begin();
// Whoever waits for it hears of its refusal.
begun.catch(() => {});
