// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import PromptModel
import WireFormat

/// What the agent puts to the person.
extension ConsentQuestion {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: name, atMost: Self.longestName)
    try buffer.append(text: identifier, atMost: Self.longestText)
    try buffer.append(text: deed, atMost: Self.longestText)
    try buffer.append(optional: purpose) { (buffer, purpose) throws(WireError) in
      try buffer.append(text: purpose, atMost: Self.longestText)
    }
    guard choices.count <= ConsentChoice.allCases.count else { throw .badValue }
    try buffer.append(integer: UInt8(choices.count))
    for choice in choices { try buffer.append(integer: choice.rawValue) }
    try buffer.append(integer: hold.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let name = try cursor.text(atMost: Self.longestName, in: message)
    let identifier = try cursor.text(atMost: Self.longestText, in: message)
    let deed = try cursor.text(atMost: Self.longestText, in: message)
    let purpose = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: Self.longestText, in: message)
    }
    let count = Int(try cursor.byte(in: message))
    guard count <= ConsentChoice.allCases.count else { throw .badValue }
    var choices: [ConsentChoice] = []
    for _ in 0..<count { choices.append(try cursor.number(in: message)) }
    self.init(
      name: name, identifier: identifier, deed: deed, purpose: purpose, choices: choices,
      hold: try cursor.number(in: message))
  }
}

extension FileQuestion {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: name, atMost: ConsentQuestion.longestName)
    try buffer.append(text: identifier, atMost: ConsentQuestion.longestText)
    try buffer.append(integer: use.rawValue)
    try buffer.append(text: suggestion, atMost: Self.longestSuggestion)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let name = try cursor.text(atMost: ConsentQuestion.longestName, in: message)
    let identifier = try cursor.text(atMost: ConsentQuestion.longestText, in: message)
    let use = try cursor.number(Use.self, in: message)
    self.init(
      name: name, identifier: identifier, use: use,
      suggestion: try cursor.text(atMost: Self.longestSuggestion, in: message))
  }
}
