// SPDX-License-Identifier: Apache-2.0
package import AppAttest
import COSEKeys
package import CryptoPrimitives
import KeyFormats
package import JSONCoding
import WebAuthn

/// The request of an enrolled machine for the attestation of an app's key. The machine's TPM vouches for its octets.
package struct AppKeyRequest: Sendable, Equatable {
  package let machine: String
  package let appID: String
  package let publicKey: ECPublicKey
  package let clientDataHash: [UInt8]
  package let category: UInt32
  package let bundleVersion: String?
  package let systemVersion: String
  package let environment: AppEnvironment
  /// What the machine says that stands behind the key.
  package let basis: KeyBasis
  /// Seconds since 1970.
  package let time: Int

  package static let limits = JSONLimits(bytes: 4096, depth: 2, values: 32)
  private static let hashLengths = 16...512
  private static let textLengths = 1...64

  package init(
    machine: String, appID: String, publicKey: ECPublicKey, clientDataHash: [UInt8], category: UInt32,
    bundleVersion: String?, systemVersion: String, environment: AppEnvironment, basis: KeyBasis, time: Int
  ) {
    (self.machine, self.appID, self.publicKey) = (machine, appID, publicKey)
    (self.clientDataHash, self.category, self.bundleVersion) = (clientDataHash, category, bundleVersion)
    (self.systemVersion, self.environment, self.basis, self.time) = (systemVersion, environment, basis, time)
  }

  /// Refuses what has another form, or another length than an attestation holds.
  package init(_ bytes: [UInt8]) throws(IssuerRefusal) {
    do throws(FormError) {
      let form = try FormReader(bytes, Self.limits)
      machine = try form.string("machine")
      appID = try form.string("appId")
      let point = try form.anyBase64("publicKey")
      clientDataHash = try form.anyBase64("clientDataHash")
      bundleVersion = try form.optionalString("bundleVersion")
      systemVersion = try form.string("systemVersion")
      guard let publicKey = try? ECPublicKey(.p256, x963: point.span),
        let category = try form.optionalNumber("category").flatMap({ UInt32(exactly: $0) }), category <= 10,
        let environment = AppEnvironment(rawValue: try form.string("environment")),
        let basis = KeyBasis(rawValue: try form.string("basis")), let time = try form.optionalNumber("time")
      else { throw .notAnObject }
      (self.publicKey, self.category, self.environment, self.basis) = (publicKey, category, environment, basis)
      self.time = time
    } catch { throw .malformed }
    guard AppIdentifierForm.isAppID(appID), Self.hashLengths.contains(clientDataHash.count),
      Self.isPlain(systemVersion), bundleVersion.map(Self.isPlain) ?? true
    else { throw .malformed }
  }

  /// Printable ASCII, of which no certificate and no log takes harm.
  private static func isPlain(_ text: String) -> Bool {
    textLengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  package var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("machine", .string(machine)), .init("appId", .string(appID)),
      .init("publicKey", .string(publicKey.x963.base64)), .init("clientDataHash", .string(clientDataHash.base64)),
      .init("category", .number(Int(category))), .init("systemVersion", .string(systemVersion)),
      .init("environment", .string(environment.rawValue)), .init("basis", .string(basis.rawValue)),
      .init("time", .number(time)),
    ]
    if let bundleVersion { members.append(.init("bundleVersion", .string(bundleVersion))) }
    return .object(members)
  }

  /// The identifier of the key: SHA-256 of its point.
  package var keyID: [UInt8] { SHA256.hash(publicKey.x963.span) }

  /// What an authority is to vouch for; nil where the cryptographic library fails.
  package var statement: AppKeyStatement? {
    guard let key = try? COSEKey(.es256, .ec(publicKey)) else { return nil }
    return AppKeyStatement(
      appID: appID, environment, key, clientDataHash: clientDataHash,
      LaunchData(category: category, bundleVersion: bundleVersion), systemVersion: systemVersion, platform: "linux")
  }
}
