// SPDX-License-Identifier: Apache-2.0
import Foundation
import InProcessKeychain
import Security

/// Runs an app's code on a keychain of its own.
func withKeychain<Result>(_ body: () throws -> Result) throws -> Result {
  let keychain = try InProcessKeychain()
  return try withExtendedLifetime(keychain) {
    try Keychain.$replacement.withValue(keychain.session()) { try body() }
  }
}

/// Runs an app's code on a keychain whose lock state the test can change.
func withLockableKeychain(_ body: (InProcessKeychain) throws -> Void) throws {
  let keychain = try InProcessKeychain()
  try withExtendedLifetime(keychain) {
    try Keychain.$replacement.withValue(keychain.session()) { try body(keychain) }
  }
}
