// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation

/// Whose rules the four functions follow, for the whole process: `BAILEY_KEYCHAIN_PROFILE`.
package enum KeychainProfile: Sendable {
  case iOS
  /// Apple's shim: one of two keychains, or both. `macos`.
  case macOS

  /// The replacement for tests.
  @TaskLocal package static var replacement: KeychainProfile?

  static var current: KeychainProfile { replacement ?? ofProcess }

  private static let ofProcess: KeychainProfile =
    ProcessInfo.processInfo.environment["BAILEY_KEYCHAIN_PROFILE"] == "macos" ? .macOS : .iOS
}
