// SPDX-License-Identifier: Apache-2.0

/// How soon a lock takes the keys away. The numbers are those of the enclave's requests.
package enum LockMode: UInt8, Sendable, CaseIterable {
  /// The lock happens when the grace period is over.
  case afterGrace = 1
  case now = 2
}
