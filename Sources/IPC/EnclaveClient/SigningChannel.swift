// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import Sockets
import Threads

/// A program's own way to one key of the enclave, which `baileyd` has given it: each signature is one exchange with the
/// enclave and nobody else.
///
/// The enclave closes it at any lock, and whenever the rights of programs change. After `closed`, ask `baileyd` again.
package final class SigningChannel: Sendable {
  private static let timeout = Duration.seconds(30)

  private let channel: EnclaveChannel

  package init(adopting socket: consuming PacketSocket) throws(EnclaveClientError) {
    channel = EnclaveChannel(socket, timeout: Self.timeout)
    try channel.openPages()
  }

  /// ECDSA, in DER.
  package func signature(ofDigest digest: [UInt8]) throws(EnclaveClientError) -> [UInt8] {
    let reply = try channel.exchange(.signHere(digest: digest), .forAnswer(alone: true))
    guard case .signature(let signature) = reply else { throw .unexpectedReply }
    return signature
  }
}
