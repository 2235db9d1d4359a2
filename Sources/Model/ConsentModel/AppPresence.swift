// SPDX-License-Identifier: Apache-2.0

/// Whether an app of which there is an answer is there.
package enum AppPresence: Sendable, Equatable {
  case gone
  /// The app is there, and its code must be this.
  case present(requirement: [UInt8], AppCode)
  /// The app's file cannot be read.
  case unknown
}
