// SPDX-License-Identifier: Apache-2.0

/// The fixed facts of the protocol between the enclave and everyone else.
///
/// A message is one packet of a SOCK_SEQPACKET socket, or the contents of one slot of a shared-memory channel: version
/// byte, number byte, fields. The first request on a channel is `hello`. Each request gets exactly one reply, in order,
/// except `acknowledge`, which gets one only if it is refused. Events go out unasked on the channels made for them.
///
/// Numbers are permanent and disjoint (requests from 1, replies from 64, events from 128). A number is never used again, and
/// fields are only added under a new version.
package enum EnclaveProtocol {
  package static let version: UInt8 = 1
  /// The maximum length of a request; a longer packet is refused unread.
  package static let largestRequest = 1024
  /// The maximum length of a reply or an event: 16 new keys of class B, the largest, take 1669 bytes.
  package static let largestReply = 2048
  /// The bytes of a passcode.
  package static let passcodeLengths = 1...256
  /// Keys that one `makeKeys` asks for.
  package static let keyCounts = 1...16
  package static let keyLength = 32
  /// The number of channels on which a `baileyd` asks for keys, so that its threads need not wait for each other: as
  /// many as requests of one program are worked on at one time.
  package static let brokerChannels = 8
  /// Channels on which programs have a key sign, of all programs together.
  package static let signers = 32
  package static let volumeKeyLength = 64
  /// The bytes of a digest to be signed.
  package static let digestLengths = 1...64
  /// The bytes of a signature on P-256, in DER.
  package static let signatureLengths = 8...72
}
