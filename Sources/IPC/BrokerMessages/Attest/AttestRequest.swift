// SPDX-License-Identifier: Apache-2.0
import AppAttestKeys
import KeychainCoding
package import PromptModel
import ProtectionModel
package import WireFormat

/// The requests of apps that prove to their servers that they are those apps, and of the owner about their keys.
package enum AttestRequest: RequestFamily, Equatable {
  /// Whether anything can be attested here.
  case support
  case makeKey
  /// The attestation of a key, by its identifier, with what the app gave.
  case attest([UInt8], clientDataHash: [UInt8])
  case assert([UInt8], clientDataHash: [UInt8])
  case report
  /// Removes the keys of an app, by its application identifier.
  case reset(String)
  /// The root certificate that servers of apps need; made where there is none.
  case root
  /// Has an organisation's issuer vouch for keys from now on: the text of an `IssuerEnrolment`, and the proof of the passcode
  /// where there is one.
  case enrol(String, QuestionNumber?)
  /// Has this instance vouch for them again.
  case leaveIssuer(QuestionNumber?)
  /// The enrolment.
  case enrolment
  /// Whether an organisation's issuer knows this machine.
  case deviceSupport
  /// A token by which the app's server asks the issuer about this machine.
  case deviceToken

  package static let idSize = 32
  /// The maximum length of a hash; longer ones are refused by their length, with the reason.
  package static let longestHash = 4096
  package static let longestAppID = 256

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case support = 0x0c01
    case makeKey = 0x0c02
    case attest = 0x0c03
    case assert = 0x0c04
    case report = 0x0c05
    case reset = 0x0c06
    case root = 0x0c07
    case enrol = 0x0c08
    case leaveIssuer = 0x0c09
    case enrolment = 0x0c0a
    case deviceSupport = 0x0c0b
    case deviceToken = 0x0c0c
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .support: RequestRow(.support, .programs, .often, .again)
    case .makeKey: RequestRow(.makeKey, .programs, .often, .once)
    case .attest: RequestRow(.attest, .programs, .often, .once)
    // Each takes a counter.
    case .assert: RequestRow(.assert, .programs, .often, .once)
    case .report: RequestRow(.report, .commandLine, .rarely, .again)
    case .reset: RequestRow(.reset, .commandLine, .rarely, .once, operation: .removeApp)
    case .root: RequestRow(.root, .commandLine, .rarely, .again)
    case .enrol: RequestRow(.enrol, .commandLine, .rarely, .once, operation: .enrolMachine)
    case .leaveIssuer: RequestRow(.leaveIssuer, .commandLine, .rarely, .once, operation: .enrolMachine)
    case .enrolment: RequestRow(.enrolment, .commandLine, .rarely, .again)
    case .deviceSupport: RequestRow(.deviceSupport, .programs, .often, .again)
    case .deviceToken: RequestRow(.deviceToken, .programs, .often, .again)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .support, .makeKey, .report, .root, .enrolment, .deviceSupport, .deviceToken: break
    case .enrol(let text, let proof):
      try buffer.append(text: text, atMost: IssuerEnrolment.longestText)
      try buffer.append(proof: proof)
    case .leaveIssuer(let proof): try buffer.append(proof: proof)
    case .attest(let id, let hash), .assert(let id, let hash):
      try buffer.append(keyID: id)
      try buffer.append(counting: hash.span, atMost: Self.longestHash)
    case .reset(let appID): try buffer.append(text: appID, atMost: Self.longestAppID)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .support: self = .support
    case .makeKey: self = .makeKey
    case .attest:
      let id = try cursor.bytes(Self.idSize, in: message)
      self = .attest(id, clientDataHash: try cursor.countedBytes(atMost: Self.longestHash, in: message))
    case .assert:
      let id = try cursor.bytes(Self.idSize, in: message)
      self = .assert(id, clientDataHash: try cursor.countedBytes(atMost: Self.longestHash, in: message))
    case .report: self = .report
    case .root: self = .root
    case .enrol:
      let text = try cursor.text(atMost: IssuerEnrolment.longestText, in: message)
      self = .enrol(text, try cursor.proof(in: message))
    case .leaveIssuer: self = .leaveIssuer(try cursor.proof(in: message))
    case .enrolment: self = .enrolment
    case .deviceSupport: self = .deviceSupport
    case .deviceToken: self = .deviceToken
    case .reset: self = .reset(try cursor.text(atMost: Self.longestAppID, in: message))
    }
  }
}

extension WireBuffer {
  mutating func append(keyID: [UInt8]) throws(WireError) {
    guard keyID.count == AttestRequest.idSize else { throw .badValue }
    try append(bytes: keyID.span)
  }
}
