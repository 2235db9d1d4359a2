// SPDX-License-Identifier: Apache-2.0
package import KeychainModel

/// The keychain that the four functions call.
package enum Keychain {
  /// What a test puts in its place, for the calls made inside `$replacement.withValue`.
  @TaskLocal package static var replacement: (any KeychainService)?

  /// `errSecNotAvailable` where no keychain answers.
  static var service: any KeychainService {
    get throws(KeychainStatus) {
      guard let replacement else { throw .notAvailable }
      return replacement
    }
  }
}
