// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JSONCoding
import PublishedCeremonies
import PythonPeers

/// python-fido2 and py_webauthn from PyPI.
struct Peers {
  private static let peer = PythonPeer(
    "passkey-peers", packages: ["fido2==2.2.1", "webauthn==3.0.1"], modules: "fido2.server, webauthn",
    script: "Contracts/PasskeyPeersTests/peers.py")

  static let areThere = peer.isThere()

  /// What one of them objects to; nil where it accepts.
  struct Answer: Decodable {
    let fido2: String?
    let webauthn: String?
  }

  static func answers(to questions: [JSONValue]) throws -> [Answer] {
    try peer.answers(to: questions.map(\.text), as: Answer.self, Base64URL.encode(PublishedCeremony.root))
  }
}
