// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import DERCoding
import SecretMemory

/// A certificate (RFC 5280) that is about to be issued, by a key on P-256.
package struct IssuedCertificate: Sendable {
  package enum Use: Sendable {
    /// The certificate may issue others, and nothing else.
    case authority
    /// The certificate may issue authorities too.
    case root
    case codeSigning
    /// An authority vouches for the key itself, and says of what kind it is by an extended use.
    case attestedKey(OID)
    /// Signs contents.
    case signing
  }

  /// An extension beside those that follow from the use: its name and contents.
  package struct Addition: Sendable {
    package let identifier: OID
    let value: [UInt8]

    package init(_ identifier: OID, _ value: [UInt8]) {
      self.identifier = identifier
      self.value = value
    }
  }

  /// Positive, and no two of one issuer are the same: sixteen octets or fewer.
  package var serialNumber: [UInt8]
  package var subject: String
  /// `organizationalUnitName`, where Apple's certificates have the team.
  package var unit: String?
  package var issuer: String
  package var from: DERTime
  package var until: DERTime
  /// The public key as `04 X Y`, on P-256 or P-384.
  package var publicKey: [UInt8]
  package var use: Use
  /// The entitlements that the holder's apps may claim; nil for any.
  package var allowedEntitlements: [String]?
  /// The certificate's further extensions, none of them critical.
  package var additions: [Addition] = []

  package init(
    serialNumber: [UInt8], subject: String, unit: String?, issuer: String, from: DERTime, until: DERTime,
    publicKey: [UInt8], use: Use
  ) {
    self.serialNumber = serialNumber
    self.subject = subject
    self.unit = unit
    self.issuer = issuer
    self.from = from
    self.until = until
    self.publicKey = publicKey
    self.use = use
  }

  /// The certificate in DER. `sign` gives the ECDSA signature of a SHA-256 digest, in DER.
  package func encoded<Failure: Error>(_ sign: ([UInt8]) throws(Failure) -> [UInt8]) throws(Failure) -> [UInt8] {
    let content = contents
    let signature = try sign(SHA256.hash(content.span))
    var writer = DERWriter(capacity: 1024)
    writer.append { whole in
      whole.append(encoded: content.span)
      Self.appendAlgorithm(to: &whole)
      whole.append(bits: signature.span)
    }
    return writer.bytes()
  }

  private var contents: [UInt8] {
    var writer = DERWriter(capacity: 1024)
    writer.append { fields in
      fields.append(.context(0)) { $0.append(2) }
      fields.append(unsigned: serialNumber.span)
      Self.appendAlgorithm(to: &fields)
      Self.appendName(issuer, unit: nil, to: &fields)
      fields.append { validity in
        validity.append(from)
        validity.append(until)
      }
      Self.appendName(subject, unit: unit, to: &fields)
      fields.append { key in
        key.append { algorithm in
          algorithm.append(OID(1, 2, 840, 10045, 2, 1))
          algorithm.append(publicKey.count == 97 ? OID(1, 3, 132, 0, 34) : OID(1, 2, 840, 10045, 3, 1, 7))
        }
        key.append(bits: publicKey.span)
      }
      fields.append(.context(3)) { $0.append { appendExtensions(to: &$0) } }
    }
    return writer.bytes()
  }

  /// ECDSA with SHA-256.
  private static func appendAlgorithm(to writer: inout DERWriter) {
    writer.append { $0.append(OID(1, 2, 840, 10045, 4, 3, 2)) }
  }

  private static func appendName(_ name: String, unit: String?, to writer: inout DERWriter) {
    writer.append { names in
      if let unit { append(OID(2, 5, 4, 11), unit, to: &names) }
      append(OID(2, 5, 4, 3), name, to: &names)
    }
  }

  private static func append(_ type: OID, _ value: String, to names: inout DERWriter) {
    names.append(.set) { set in
      set.append { attribute in
        attribute.append(type)
        attribute.append(value)
      }
    }
  }

  private func appendExtensions(to writer: inout DERWriter) {
    // Basic constraints: an authority has no authorities below it.
    Self.appendExtension(OID(2, 5, 29, 19), to: &writer) { value in
      value.append { constraints in
        switch use {
        case .authority:
          constraints.append(true)
          constraints.append(0)
        case .root: constraints.append(true)
        case .codeSigning, .attestedKey, .signing: break
        }
      }
    }
    Self.appendExtension(OID(2, 5, 29, 15), to: &writer) { $0.append(.bitString, keyUsage.span) }
    if let purpose {
      Self.appendExtension(OID(2, 5, 29, 37), critical: isCodeSigning, to: &writer) { $0.append { $0.append(purpose) } }
    }
    if let allowedEntitlements {
      Self.appendExtension(EntitlementsExtension.identifier, critical: false, to: &writer) { value in
        value.append { names in for name in allowedEntitlements { names.append(name) } }
      }
    }
    for addition in additions {
      Self.appendExtension(addition.identifier, critical: false, to: &writer) {
        $0.append(encoded: addition.value.span)
      }
    }
  }

  private var isCodeSigning: Bool { if case .codeSigning = use { true } else { false } }

  /// RFC 5280, 4.2.1.3: certificate and revocation list signing; digital signatures; and as Apple has it for attested keys,
  /// all that a key on a curve may be for.
  private var keyUsage: [UInt8] {
    switch use {
    case .authority, .root: [1, 0x06]
    case .codeSigning, .signing: [7, 0x80]
    case .attestedKey: [4, 0xF0]
    }
  }

  private var purpose: OID? {
    switch use {
    case .authority, .root, .signing: nil
    case .codeSigning: OID(1, 3, 6, 1, 5, 5, 7, 3, 3)
    case .attestedKey(let purpose): purpose
    }
  }

  private static func appendExtension(
    _ identifier: OID, critical: Bool = true, to writer: inout DERWriter, _ body: (inout DERWriter) -> Void
  ) {
    writer.append { field in
      field.append(identifier)
      if critical { field.append(true) }
      field.appendOctetString(containing: body)
    }
  }
}

extension DERTime {
  /// A time in seconds since 1970-01-01T00:00:00Z; nil beyond the year 9999.
  package init?(secondsSince1970 seconds: Int) {
    let day = Int((Double(seconds) / 86400).rounded(.down))
    let rest = seconds - day * 86400
    // Days since the first of March of year 0, in eras of 400 years.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * part + 2) / 5 + 1,
      hour: rest / 3600, minute: rest % 3600 / 60, second: rest % 60)
  }
}
