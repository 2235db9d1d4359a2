// SPDX-License-Identifier: Apache-2.0
package import AppAttestKeys
import KeychainCoding
package import WireFormat

/// The replies to apps that attest, and to the owner about their keys.
package enum AttestReply: ReplyFamily, Equatable {
  /// The identifier of a new key.
  case key([UInt8])
  /// An attestation, an assertion or a certificate.
  case object([UInt8])
  case report(AttestReport)
  /// How many keys were removed.
  case removed(UInt32)
  /// The text of an enrolment; empty where there is none.
  case enrolment(String)

  package static let longestObject = 1 << 16
  /// Keys of all apps that a report has.
  package static let mostKeys = 16_384

  package enum Number: UInt16, Sendable, CaseIterable {
    case key = 0x0c01
    case object = 0x0c02
    case report = 0x0c03
    case removed = 0x0c04
    case enrolment = 0x0c05
  }

  package var number: Number {
    switch self {
    case .key: .key
    case .object: .object
    case .report: .report
    case .removed: .removed
    case .enrolment: .enrolment
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .key(let id): try buffer.append(keyID: id)
    case .object(let bytes): try buffer.append(counting: bytes.span, atMost: Self.longestObject)
    case .report(let report): try report.encode(into: &buffer)
    case .removed(let count): try buffer.append(integer: count)
    case .enrolment(let text): try buffer.append(text: text, atMost: IssuerEnrolment.longestText)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .key: self = .key(try cursor.bytes(AttestRequest.idSize, in: message))
    case .object: self = .object(try cursor.countedBytes(atMost: Self.longestObject, in: message))
    case .report: self = .report(try AttestReport(decoding: message, &cursor))
    case .removed: self = .removed(try cursor.integer(in: message))
    case .enrolment: self = .enrolment(try cursor.text(atMost: IssuerEnrolment.longestText, in: message))
    }
  }
}

extension AttestReport {
  private static let longestRoot = 4096

  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    guard keys.count <= AttestReply.mostKeys, refusals.count <= Self.mostRefusals else { throw .badValue }
    try buffer.append(integer: UInt32(keys.count))
    for key in keys {
      try buffer.append(keyID: key.id)
      try buffer.append(text: key.appID, atMost: AttestRequest.longestAppID)
      try buffer.append(integer: UInt64(bitPattern: key.made))
      try buffer.append(optional: key.attested) { (buffer, time) throws(WireError) in
        try buffer.append(integer: UInt64(bitPattern: time))
      }
    }
    try buffer.append(integer: UInt32(refusals.count))
    for refusal in refusals {
      try buffer.append(text: refusal.program, atMost: AttestRefusalNote.longestProgram)
      try buffer.append(integer: refusal.failure.rawValue)
      try buffer.append(integer: UInt64(bitPattern: refusal.time))
    }
    try buffer.append(optional: root) { (buffer, root) throws(WireError) in
      try buffer.append(counting: root.span, atMost: Self.longestRoot)
    }
    try buffer.append(integer: UInt8(isClockRight ? 1 : 0))
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let keys = try cursor.list(in: message) { (cursor) throws(WireError) in
      AttestedKeyListing(
        id: try cursor.bytes(AttestRequest.idSize, in: message),
        appID: try cursor.text(atMost: AttestRequest.longestAppID, in: message),
        made: Int64(bitPattern: try cursor.integer(UInt64.self, in: message)),
        attested: try cursor.optional(in: message) { (cursor) throws(WireError) in
          Int64(bitPattern: try cursor.integer(UInt64.self, in: message))
        })
    }
    let refusals = try cursor.list(in: message) { (cursor) throws(WireError) in
      let program = try cursor.text(atMost: AttestRefusalNote.longestProgram, in: message)
      let failure = try cursor.number(AppAttestFailure.self, in: message)
      return AttestRefusalNote(
        program: program, failure, time: Int64(bitPattern: try cursor.integer(UInt64.self, in: message)))
    }
    guard keys.count <= AttestReply.mostKeys, refusals.count <= Self.mostRefusals else { throw .badValue }
    let root = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.countedBytes(atMost: Self.longestRoot, in: message)
    }
    self.init(keys: keys, refusals: refusals, root: root, isClockRight: try cursor.flag(in: message))
  }
}
