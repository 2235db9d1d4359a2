// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import KeychainCoding
import PromptModel
import WireFormat

// What messages about consent, privacy and files that were handed over have in common.

extension ConsentClient.Key {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: kind.rawValue)
    try buffer.append(text: identifier, atMost: ConsentClient.longestIdentifier)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let kind = try cursor.number(ConsentClient.Kind.self, in: message)
    self.init(kind: kind, identifier: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
  }
}

extension ConsentOutcome {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: number)
    try buffer.append(integer: detail)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let number = try cursor.byte(in: message)
    guard let outcome = ConsentOutcome(number, detail: try cursor.byte(in: message)) else { throw .badValue }
    self = outcome
  }
}

extension WireBuffer {
  mutating func append(proof: QuestionNumber?) throws(WireError) {
    try append(optional: proof) { (buffer, proof) throws(WireError) in try buffer.append(bytes: proof.bytes.span) }
  }

  mutating func append(app: String?) throws(WireError) {
    try append(optional: app) { (buffer, app) throws(WireError) in
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
    }
  }
}

extension WireCursor {
  mutating func proof(in message: Span<UInt8>) throws(WireError) -> QuestionNumber? {
    try optional(in: message) { (cursor) throws(WireError) in try cursor.question(in: message) }
  }

  mutating func app(in message: Span<UInt8>) throws(WireError) -> String? {
    try optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
    }
  }
}
