// SPDX-License-Identifier: Apache-2.0

/// Whether a new passkey may leave the device. The number is what the enclave compares.
package enum PasskeyReach: UInt8, Sendable, CaseIterable {
  case thisDeviceOnly = 0
  case portable = 1
}
