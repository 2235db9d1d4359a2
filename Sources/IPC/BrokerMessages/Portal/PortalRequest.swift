// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
import ProtectionModel
import QuestionCoding
package import WireFormat

/// The questions of portals to the person, for apps and programs.
package enum PortalRequest: RequestFamily, Equatable {
  /// Has the person choose a file for the app that this process started; answered when they have.
  case choosePath(FileWish, ContextToken)
  /// Takes back what was asked under this number: the app has no more use for it.
  case withdraw(ContextToken)
  /// Has the person asked what the desktop's own portal asks for a program: its name there, and the words.
  case ask(program: String, words: String)
  /// Has the person asked whether an address may be opened for the app that this process started.
  case openAddress(String, ContextToken)

  /// The most bytes of an address.
  package static let longestAddress = 2000

  /// The numbers of requests, permanent, each in its family. 0x0801, 0x0802 and 0x0804 did not say which question was meant: they
  /// are nobody's any more.
  package enum Number: UInt16, Sendable, CaseIterable {
    case choosePath = 0x0805
    case withdraw = 0x0806
    case ask = 0x0803
    case openAddress = 0x0807
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // For the app that it started; the person is not asked twice.
    case .choosePath: RequestRow(.choosePath, .runtime, .often, .once)
    // A runtime withdraws what it asked for itself; once or twice is the same.
    case .withdraw: RequestRow(.withdraw, .runtime, .often, .again)
    case .ask: RequestRow(.ask, .runtime, .often, .once)
    case .openAddress: RequestRow(.openAddress, .runtime, .often, .once)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .choosePath(let wish, let question):
      try wish.encode(into: &buffer)
      try buffer.append(bytes: question.bytes.span)
    case .withdraw(let question): try buffer.append(bytes: question.bytes.span)
    case .ask(let program, let words):
      try buffer.append(text: program, atMost: ConsentQuestion.longestName)
      try buffer.append(text: words, atMost: ConsentQuestion.longestText)
    case .openAddress(let address, let question):
      try buffer.append(text: address, atMost: Self.longestAddress)
      try buffer.append(bytes: question.bytes.span)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .choosePath:
      let wish = try FileWish(decoding: message, &cursor)
      self = .choosePath(wish, try cursor.request(in: message))
    case .withdraw: self = .withdraw(try cursor.request(in: message))
    case .ask:
      let program = try cursor.text(atMost: ConsentQuestion.longestName, in: message)
      self = .ask(program: program, words: try cursor.text(atMost: ConsentQuestion.longestText, in: message))
    case .openAddress:
      let address = try cursor.text(atMost: Self.longestAddress, in: message)
      self = .openAddress(address, try cursor.request(in: message))
    }
  }
}
