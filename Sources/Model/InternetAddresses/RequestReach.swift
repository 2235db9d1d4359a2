// SPDX-License-Identifier: Apache-2.0

/// The addresses that a program's own requests to servers may go to.
package enum RequestReach: Sendable, Equatable {
  /// The addresses of the Internet.
  case global
  /// The addresses of private networks, and of this machine, too.
  case everywhere

  /// Whether a connection to an address may be made. What is not encrypted goes to this machine alone.
  package func admits(_ address: [UInt8], isEncrypted: Bool) -> Bool {
    switch AddressScope(address) {
    case .global: isEncrypted
    case .local: isEncrypted && self == .everywhere
    case .loopback: !isEncrypted || self == .everywhere
    case .unusable: false
    }
  }
}
