// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
package import KeychainModel

/// The keychain that the four functions call: that of the instance which the process's environment names.
package enum Keychain {
  /// The replacement for tests, for the calls made inside `$replacement.withValue`.
  @TaskLocal package static var replacement: (any KeychainService)?

  static var service: any KeychainService {
    let keychain: any KeychainService = replacement ?? broker
    return KeychainProfile.current == .macOS ? MacKeychain(keychain) : keychain
  }

  /// The one client of this process, which LocalAuthentication asks too.
  package static let broker = BrokerClient.standard()
}
