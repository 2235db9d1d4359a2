// SPDX-License-Identifier: Apache-2.0
import AppAttest
import JSONCoding
import WebAuthn

/// The file that `bailey attest verify` reads: one object with all that decides about it.
struct AttestFile {
  let object: Object
  let clientDataHash: [UInt8]
  let policy: AppAttestPolicy

  enum Object {
    case attestation([UInt8], keyID: [UInt8])
    case assertion([UInt8], stored: AttestedAppKey)
  }

  static let limits = JSONLimits(bytes: 1 << 20, depth: 8, values: 1 << 12)

  init(_ bytes: [UInt8], now: Int) throws(FormError) {
    let form = try FormReader(bytes, Self.limits)
    if form.value("attestation") != nil {
      object = .attestation(try form.anyBase64("attestation"), keyID: try form.anyBase64("keyId"))
    } else {
      object = .assertion(try form.anyBase64("assertion"), stored: try AttestedAppKey(form.object("stored")))
    }
    clientDataHash = try form.anyBase64("clientDataHash")
    var policy = AppAttestPolicy(
      appID: try form.string("appId"), try form.environment(), anchors: [],
      time: try form.optionalNumber("time") ?? now)
    if case .attestation = object {
      guard let anchors = try Self.certificates("anchors", form) else { throw .missing(form.path(of: "anchors")) }
      policy.anchors = anchors
    }
    if let details = try form.optionalObject("policy") { try Self.read(details, into: &policy) }
    self.policy = policy
  }

  private static func read(_ form: FormReader, into policy: inout AppAttestPolicy) throws(FormError) {
    policy.categories = try categories(form)
    policy.bundleVersions = try form.optionalStrings("bundleVersions").map { Set($0) }
    policy.codeHashes = try form.optionalBase64s("codeHashes").map { Set($0) }
    if try form.optionalBool("allowUnstated") == true { policy.unstated = .accepted }
    for name in try form.optionalStrings("bases") ?? [] {
      guard let basis = KeyBasis(rawValue: name) else { throw .wrongType(form.path(of: "bases")) }
      policy.bases.insert(basis)
    }
    policy.receiptAnchors = try certificates("receiptAnchors", form)
    switch try form.optionalString("accessControl") {
    case nil: break
    case "fullSecurity"?: policy.accessControls = [AppAttestPolicy.fullSecurity]
    default: policy.accessControls = [try form.anyBase64("accessControl")]
    }
  }

  private static func categories(_ form: FormReader) throws(FormError) -> Set<UInt32>? {
    guard let value = form.value("categories") else { return nil }
    guard case .array(let elements) = value else { throw .wrongType(form.path(of: "categories")) }
    var categories: Set<UInt32> = []
    for element in elements {
      guard case .number(let number) = element, let category = UInt32(exactly: number) else {
        throw .wrongType(form.path(of: "categories"))
      }
      categories.insert(category)
    }
    return categories
  }

  /// DER in base64, with PEM's lines around it or without.
  private static func certificates(_ name: String, _ form: FormReader) throws(FormError) -> [[UInt8]]? {
    guard let texts = try form.optionalStrings(name) else { return nil }
    var certificates: [[UInt8]] = []
    for text in texts {
      let lines = text.split { $0.isNewline }.filter { !$0.hasPrefix("-----") }
      guard let certificate = [UInt8](anyBase64: lines.map { $0.filter { !$0.isWhitespace } }.joined()) else {
        throw .wrongType(form.path(of: name))
      }
      certificates.append(certificate)
    }
    return certificates
  }
}
