// SPDX-License-Identifier: Apache-2.0
package import AppAttest
import Foundation
import RepositoryFolder

/// An attestation that Apple publishes in its "Attestation Object Validation Guide": `Tests/Formats/appattest/attestations.json`.
package struct PublishedAttestation: Sendable, CustomStringConvertible {
  package let name: String
  package let appID: String
  package let keyID: [UInt8]
  /// The challenge itself: the guide hashes it nowhere.
  package let clientDataHash: [UInt8]
  /// While the certificate was good, in seconds since 1970.
  package let time: Int
  package let attestation: [UInt8]

  package var description: String { name }

  package static let all: [PublishedAttestation] = file.attestations.map { PublishedAttestation($0) }
  /// Apple App Attestation Root CA, DER.
  package static let root = bytes(file.root)
  /// Apple Root CA - G3, which receipts chain to; DER.
  package static let receiptRoot = bytes(file.receiptRoot)

  package static func named(_ name: String) -> PublishedAttestation {
    guard let found = all.first(where: { $0.name == name }) else { preconditionFailure("no attestation \(name)") }
    return found
  }

  package var policy: AppAttestPolicy {
    AppAttestPolicy(appID: appID, .production, anchors: [Self.root], time: time)
  }

  private init(_ vector: File.Vector) {
    name = vector.name
    appID = vector.appId
    keyID = Self.bytes(vector.keyId)
    clientDataHash = Array(vector.clientData.utf8)
    time = vector.time
    attestation = Self.bytes(vector.attestation)
  }

  private static let file: File = {
    let url = RepositoryFolder.tests.appending(path: "Formats/appattest/attestations.json")
    guard let data = try? Data(contentsOf: url), let file = try? JSONDecoder().decode(File.self, from: data) else {
      preconditionFailure("the published attestations cannot be read")
    }
    return file
  }()

  private static func bytes(_ text: String) -> [UInt8] { Data(base64Encoded: text).map { Array($0) } ?? [] }

  private struct File: Decodable {
    let root, receiptRoot: String
    let attestations: [Vector]

    struct Vector: Decodable {
      let name, appId, clientData, keyId, attestation: String
      let time: Int
    }
  }
}
