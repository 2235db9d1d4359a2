// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import WireFormat

/// The question as it is sent to the agent.
extension ConsentQuestion {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: name, atMost: Self.longestName)
    try buffer.append(text: identifier, atMost: Self.longestText)
    try buffer.append(text: operation, atMost: Self.longestText)
    try buffer.append(optional: purpose) { (buffer, purpose) throws(WireError) in
      try buffer.append(text: purpose, atMost: Self.longestText)
    }
    guard choices.count <= ConsentChoice.allCases.count else { throw .badValue }
    try buffer.append(integer: UInt8(choices.count))
    for choice in choices { try buffer.append(integer: choice.rawValue) }
    try buffer.append(integer: hold.rawValue)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let name = try cursor.text(atMost: Self.longestName, in: message)
    let identifier = try cursor.text(atMost: Self.longestText, in: message)
    let operation = try cursor.text(atMost: Self.longestText, in: message)
    let purpose = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.text(atMost: Self.longestText, in: message)
    }
    let count = Int(try cursor.byte(in: message))
    guard count <= ConsentChoice.allCases.count else { throw .badValue }
    var choices: [ConsentChoice] = []
    for _ in 0..<count { choices.append(try cursor.number(in: message)) }
    self.init(
      name: name, identifier: identifier, operation: operation, purpose: purpose, choices: choices,
      hold: try cursor.number(in: message))
  }
}
