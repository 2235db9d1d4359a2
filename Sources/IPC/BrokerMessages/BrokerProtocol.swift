// SPDX-License-Identifier: Apache-2.0
import KeychainModel

/// The fixed facts of the protocol between `baileyd` and the programs that use the keychain.
///
/// A message is a frame on a SOCK_SEQPACKET socket: the length of what follows (4 bytes), a byte for the form of a frame, a number,
/// fields. It is one packet, or several of 4096 bytes each but for the last. `baileyd` speaks first: the `challenge` holds
/// a nonce that the first request, `hello`, brings back. From then on each request gets one answer, some of several
/// frames, and the next request comes after it. Numbers are permanent, those of requests and those of
/// replies apart (`MessageFamily`). From the first release on none is used again, and fields and values are only added under a new version.
package enum BrokerProtocol {
  package static let version: UInt8 = 3
  static let firstWithTickets: UInt8 = 2
  /// The form of a message about the connection, with one byte for a number. The same in every version: a program of
  /// another one reads why it is refused.
  static let connectionForm: UInt8 = 1
  /// The form of a message of a family, with two bytes for a number.
  static let familyForm: UInt8 = 2
  package static let nonceLength = 16
  /// The bytes of a frame's own length.
  package static let headLength = 4
  /// The maximum length of a frame's contents: two secrets and the attributes of an identity or an update, and room for
  /// the rest.
  package static let largestMessage = 2 * (KeychainLimits.secret + KeychainLimits.attributes) + (64 << 10)
  /// An answer of several items is cut into frames of about this size.
  package static let batchSize = 128 << 10
  package static let longestPath = 4096
  package static let longestTicket = 4352
  /// The most keychains in a list.
  package static let maximumKeychains = 65
}
