// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import DERCoding

/// A receipt of an attestation ("Assessing fraud risk"): a signed set of numbered fields. Fields that are not known are kept.
package struct AppReceipt: Sendable, Equatable {
  package let fields: [Field]

  package struct Field: Sendable, Equatable {
    package let number: Int
    package let version: Int
    package let value: [UInt8]

    package init(_ number: Int, _ value: [UInt8], version: Int = 1) {
      self.number = number
      self.version = version
      self.value = value
    }
  }

  /// The known meanings of the numbers.
  package enum Number {
    package static let appID = 2
    /// The certificate of the attested key.
    package static let certificate = 3
    package static let clientDataHash = 4
    package static let token = 5
    package static let kind = 6
    package static let environment = 7
    package static let created = 12
    package static let risk = 17
    package static let notBefore = 19
    package static let expires = 21
  }

  package enum Kind: String, Sendable {
    /// The receipt of an attestation.
    case attestation = "ATTEST"
    /// The receipt of a later exchange: it has the risk metric.
    case renewal = "RECEIPT"
  }

  private static let most = 64

  /// Checks signature and signer at a time, in seconds since 1970, and that the receipt is good then.
  package init(_ encoded: [UInt8], anchors: [[UInt8]], at time: Int) throws(AppReceiptError) {
    let signed: SignedContent
    do { signed = try SignedContent(encoded) } catch { throw .signature(error) }
    var question = TrustQuestion(signed.certificate, at: time)
    question.others = signed.others
    question.anchors = anchors
    question.trustsSystem = false
    if let defect = TrustEvaluation.answer(question).defect { throw .trust(defect.kind) }
    // One root may be over both: whoever holds an attested key speaks for an app, and not for the authority.
    guard let signer = AttestedLeaf(signed.certificate), signer.nonces.isEmpty else { throw .trust(.wrongUse) }
    try self.init(contents: signed.content)
    guard let expires else { throw .field(Number.expires) }
    guard time < expires else { throw .expired }
  }

  /// The fields alone. A number may stand once.
  package init(contents: [UInt8]) throws(AppReceiptError) {
    do throws(DERError) {
      fields = try reading(contents.span) { (cursor, span) throws(DERError) in
        try cursor.inside(.set, in: span) { (set) throws(DERError) in
          var fields: [Field] = []
          while !set.isAtEnd {
            guard fields.count < Self.most else { throw .badValue }
            fields.append(try Field(&set, contents))
          }
          return fields
        }
      }
    } catch { throw .contents }
    guard Set(fields.map(\.number)).count == fields.count else { throw .contents }
  }

  package subscript(_ number: Int) -> [UInt8]? { fields.first { $0.number == number }?.value }

  package var appID: String? { text(Number.appID) }
  package var kind: Kind? { text(Number.kind).flatMap { Kind(rawValue: $0) } }
  /// Seconds since 1970, as the other times.
  package var created: Int? { time(Number.created) }
  package var notBefore: Int? { time(Number.notBefore) }
  package var expires: Int? { time(Number.expires) }

  /// How many keys of this app were attested on the device in thirty days; in renewals alone.
  package var risk: Int? {
    guard let text = text(Number.risk), text.utf8.count <= 9, !text.isEmpty else { return nil }
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  private func text(_ number: Int) -> String? { self[number].flatMap { String(validating: $0, as: UTF8.self) } }
  private func time(_ number: Int) -> Int? { text(number).flatMap { ReceiptTime.seconds($0) } }

  // MARK: - What an issuer writes

  package init(_ fields: [Field]) {
    precondition(fields.count <= Self.most && Set(fields.map(\.number)).count == fields.count)
    self.fields = fields
  }

  /// The signed contents, with the fields in their order.
  package var contents: [UInt8] {
    var writer = DERWriter(capacity: 2048)
    writer.append(.set) { set in
      for field in fields {
        set.append { sequence in
          sequence.append(field.number)
          sequence.append(field.version)
          sequence.append(octets: field.value.span)
        }
      }
    }
    return writer.bytes()
  }
}

extension AppReceipt.Field {
  fileprivate init(_ cursor: inout DERCursor, _ bytes: [UInt8]) throws(DERError) {
    let span = bytes.span
    self = try cursor.inside(in: span) { (inner) throws(DERError) in
      let number = try inner.smallInteger(in: span)
      let version = try inner.smallInteger(in: span)
      return Self(number, Array(bytes[try inner.octetString(in: span)]), version: version)
    }
  }
}

/// Reads all of the bytes.
private func reading<Result>(
  _ span: Span<UInt8>, _ body: (inout DERCursor, Span<UInt8>) throws(DERError) -> Result
) throws(DERError) -> Result {
  var cursor = DERCursor(span)
  let result = try body(&cursor, span)
  try cursor.finish()
  return result
}
