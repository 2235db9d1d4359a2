// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
import PromptModel
package import WireFormat

/// The replies to portals.
package enum PortalReply: ReplyFamily, Equatable {
  /// The path as the person typed it; nil where they chose none.
  case chosenPath(String?)
  /// The person has chosen nothing yet, and wants to see what is in another folder.
  case lookedFor(folder: String, typed: String)
  case outcome(ConsentOutcome)

  package enum Number: UInt16, Sendable, CaseIterable {
    case chosenPath = 0x0801
    case lookedFor = 0x0802
    case outcome = 0x0803
  }

  package var number: Number {
    switch self {
    case .chosenPath: .chosenPath
    case .lookedFor: .lookedFor
    case .outcome: .outcome
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .chosenPath(let path):
      try buffer.append(optional: path) { (buffer, path) throws(WireError) in
        try buffer.append(text: path, atMost: FileWish.longestAnswer)
      }
    case .lookedFor(let folder, let typed):
      try buffer.append(text: folder, atMost: ShownFolder.longestPath)
      try buffer.append(text: typed, atMost: FileWish.longestAnswer)
    case .outcome(let outcome): try outcome.encode(into: &buffer)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .chosenPath:
      self = .chosenPath(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.text(atMost: FileWish.longestAnswer, in: message)
        })
    case .lookedFor:
      let folder = try cursor.text(atMost: ShownFolder.longestPath, in: message)
      self = .lookedFor(folder: folder, typed: try cursor.text(atMost: FileWish.longestAnswer, in: message))
    case .outcome: self = .outcome(try ConsentOutcome(decoding: message, &cursor))
    }
  }
}
