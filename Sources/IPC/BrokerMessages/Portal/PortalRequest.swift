// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
import ProtectionModel
import QuestionCoding
package import WireFormat

/// The questions of portals to the person, for apps and programs.
package enum PortalRequest: RequestFamily, Equatable {
  /// Has the person choose a file for the app that this process started; answered when they have.
  case choosePath(FileWish)
  /// The app has no more use for the file that the person is asked for.
  case withdrawPath
  /// Has the person asked what the desktop's own portal asks for a program: its name there, and the words.
  case ask(program: String, words: String)
  /// Has the person asked whether an address may be opened for the app that this process started.
  case openAddress(String)

  /// The most bytes of an address.
  package static let longestAddress = 2000

  /// Permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case choosePath = 0x0801
    case withdrawPath = 0x0802
    case ask = 0x0803
    case openAddress = 0x0804
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    // For the app that it started; the person is not asked twice.
    case .choosePath: RequestRow(.choosePath, .runtime, .often, .once)
    // A runtime withdraws what it asked for itself; once or twice is the same.
    case .withdrawPath: RequestRow(.withdrawPath, .runtime, .often, .again)
    case .ask: RequestRow(.ask, .runtime, .often, .once)
    case .openAddress: RequestRow(.openAddress, .runtime, .often, .once)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .choosePath(let wish): try wish.encode(into: &buffer)
    case .withdrawPath: break
    case .ask(let program, let words):
      try buffer.append(text: program, atMost: ConsentQuestion.longestName)
      try buffer.append(text: words, atMost: ConsentQuestion.longestText)
    case .openAddress(let address): try buffer.append(text: address, atMost: Self.longestAddress)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .choosePath: self = .choosePath(try FileWish(decoding: message, &cursor))
    case .withdrawPath: self = .withdrawPath
    case .ask:
      let program = try cursor.text(atMost: ConsentQuestion.longestName, in: message)
      self = .ask(program: program, words: try cursor.text(atMost: ConsentQuestion.longestText, in: message))
    case .openAddress: self = .openAddress(try cursor.text(atMost: Self.longestAddress, in: message))
    }
  }
}
