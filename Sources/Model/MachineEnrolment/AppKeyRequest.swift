// SPDX-License-Identifier: Apache-2.0
package import AppAttest
import AppAttestKeys
import COSEKeys
package import CryptoPrimitives
import KeyFormats
package import JSONCoding
import WebAuthn

/// The request of an enrolled machine for the attestation of an app's key. The machine's TPM vouches for its octets.
package struct AppKeyRequest: Sendable, Equatable {
  /// The issuer that it is for, as its address; another one refuses it.
  package let issuer: String
  /// What that issuer gave for this one request.
  package let challenge: [UInt8]
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
  private static let addressLengths = 1...256
  package static let challengeLengths = 16...64

  package init(
    issuer: String, challenge: [UInt8], machine: String, appID: String, publicKey: ECPublicKey, clientDataHash: [UInt8],
    category: UInt32,
    bundleVersion: String?, systemVersion: String, environment: AppEnvironment, basis: KeyBasis, time: Int
  ) {
    (self.issuer, self.challenge) = (issuer, challenge)
    (self.machine, self.appID, self.publicKey) = (machine, appID, publicKey)
    (self.clientDataHash, self.category, self.bundleVersion) = (clientDataHash, category, bundleVersion)
    (self.systemVersion, self.environment, self.basis, self.time) = (systemVersion, environment, basis, time)
  }

  /// Refuses what has another form, or another length than an attestation holds.
  package init(_ bytes: [UInt8]) throws(IssuerRefusal) {
    do throws(FormError) {
      let form = try FormReader(bytes, Self.limits)
      issuer = try form.string("issuer")
      challenge = try form.anyBase64("challenge")
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
    guard Self.isPlain(issuer, Self.addressLengths), Self.challengeLengths.contains(challenge.count),
      Self.isPlain(machine), AppIdentifierForm.isAppID(appID), Self.hashLengths.contains(clientDataHash.count),
      Self.isPlain(systemVersion), bundleVersion.map({ Self.isPlain($0) }) ?? true
    else { throw .malformed }
  }

  /// Printable ASCII, of which no certificate and no log takes harm.
  private static func isPlain(_ text: String, _ lengths: ClosedRange<Int> = textLengths) -> Bool {
    lengths.contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  package var json: JSONValue {
    .object(
      [
        .init("issuer", .string(issuer)), .init("challenge", .string(challenge.base64)), .init("time", .number(time)),
      ] + question)
  }

  /// SHA-256 of what is asked for: the same for a request that is made again, with another challenge and at another time.
  package var digest: [UInt8] { SHA256.hash(Array(JSONValue.object(question).text.utf8).span) }

  private var question: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("machine", .string(machine)), .init("appId", .string(appID)),
      .init("publicKey", .string(publicKey.x963.base64)), .init("clientDataHash", .string(clientDataHash.base64)),
      .init("category", .number(Int(category))), .init("systemVersion", .string(systemVersion)),
      .init("environment", .string(environment.rawValue)), .init("basis", .string(basis.rawValue)),
    ]
    if let bundleVersion { members.append(.init("bundleVersion", .string(bundleVersion))) }
    return members
  }

  /// The digest that the machine's TPM signs for the octets of this request. Of a key that only the machine's enclave can use, the
  /// enclave adds the key, which it has tried first.
  package func vouchedDigest(of octets: [UInt8]) -> [UInt8] {
    let request = SHA256.hash(octets.span)
    return switch basis {
    case .tpm: AppKeyVoucher.digest(publicKey: publicKey.x963, request: request)
    case .software: request
    }
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
