// SPDX-License-Identifier: Apache-2.0
import AppAttest
import Foundation
import PythonPeers

/// pyattest from PyPI.
struct AttestPeer {
  private static let peer = PythonPeer(
    "attest-peer", packages: ["pyattest==1.0.5"], modules: "pyattest.attestation",
    script: "Contracts/AppAttestPeersTests/peer.py")

  static let isThere = peer.isThere()

  struct Question: Encodable {
    let kind: String
    let object, keyId: String
    var challenge, publicKey, clientDataHash: String?
  }

  /// What it objects to, of each; nil where it accepts.
  static func answers(
    to questions: [Question], root: [UInt8], appID: String, _ environment: AppEnvironment = .production
  ) throws -> [String?] {
    let encoder = JSONEncoder()
    let lines = try questions.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    return try peer.answers(
      to: lines, as: String?.self, Data(root).base64EncodedString(), appID, environment.rawValue)
  }
}
