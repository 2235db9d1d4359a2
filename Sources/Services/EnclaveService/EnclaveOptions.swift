// SPDX-License-Identifier: Apache-2.0
package import LockCoordinator
package import ProtectionModel
package import TrustedPlatformModule

/// The options that the enclave is started with: nothing secret, as any process of the user can read them.
package struct EnclaveOptions: Sendable {
  package var lock = LockCoordinator.Settings()
  /// The text file's limits for the owner's settings.
  package var limits = LockLimits()
  /// The TPM to use; nil: the root key is a file.
  package var tpm: TPMInterface?
  package var firstKeys = FirstKeys.areMade

  /// The treatment of an instance that has no keys at all.
  package enum FirstKeys: Sendable {
    case areMade
    /// There are files that only older keys open.
    case areRefused
  }

  package init() {}

  /// Understands the arguments of the program, or names the one it does not.
  package init(arguments: [String]) throws(EnclaveUsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--grace-seconds":
        limits.graceSeconds = UInt16(try Self.number(&rest, argument, upTo: UInt64(LockSettings.longestGrace)))
      case "--observer-deadline-milliseconds":
        lock.deadlineMilliseconds = try Self.number(&rest, argument, upTo: 60_000)
      case "--observer-timeout-milliseconds":
        lock.timeoutMilliseconds = try Self.number(&rest, argument, upTo: 60_000)
      case "--erase-after-ten": limits.tenthFailure = .erases
      case "--wait-after-ten": limits.tenthFailure = .waits
      case "--no-first-keys": firstKeys = .areRefused
      case "--tcti":
        guard let text = rest.popFirst(), let found = TPMInterface(text) else {
          throw EnclaveUsageError(argument: argument)
        }
        tpm = found
      default: throw EnclaveUsageError(argument: argument)
      }
    }
  }

  private static func number(
    _ rest: inout ArraySlice<String>, _ argument: String, upTo largest: UInt64
  ) throws(EnclaveUsageError) -> UInt64 {
    guard let text = rest.popFirst(), let number = UInt64(text), number <= largest else {
      throw EnclaveUsageError(argument: argument)
    }
    return number
  }
}

/// An argument that means nothing, or whose value does not.
package struct EnclaveUsageError: Error, Equatable, Sendable {
  package let argument: String
}
