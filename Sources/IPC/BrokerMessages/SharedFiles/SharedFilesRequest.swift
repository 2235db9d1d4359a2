// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
package import PromptModel
import ProtectionModel
package import WireFormat

/// The requests of the person about the files that they share with apps.
package enum SharedFilesRequest: RequestFamily, Equatable {
  /// Hands files or folders to an app. With the number under which the enclave knows that the passcode was given, where there
  /// is one.
  case share([String], app: String, SharedFile.Right, QuestionNumber?)
  /// Takes a path back from an app; nil: all of the app's.
  case unshare(String?, app: String)
  /// Lists what is shared; nil: with all apps.
  case list(app: String?)

  /// The numbers of requests, permanent, each in its family.
  package enum Number: UInt16, Sendable, CaseIterable {
    case share = 0x0701
    case unshare = 0x0702
    case list = 0x0703
  }

  /// The family's table.
  package var row: RequestRow<Number> {
    switch self {
    case .share: RequestRow(.share, .commandLine, .often, .once, operation: .shareFiles)
    case .unshare: RequestRow(.unshare, .commandLine, .often, .once, operation: .denyAccess)
    // A runtime hears of those of its app alone: `SharedFilesHandler`.
    case .list: RequestRow(.list, .commandLine.union(.runtime), .often, .again)
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .share(let paths, let app, let right, let proof):
      try buffer.append(integer: UInt32(paths.count))
      for path in paths { try buffer.append(text: path, atMost: SharedFile.longestPath) }
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
      try buffer.append(integer: right.rawValue)
      try buffer.append(proof: proof)
    case .unshare(let path, let app):
      try buffer.append(optional: path) { (buffer, path) throws(WireError) in
        try buffer.append(text: path, atMost: SharedFile.longestPath)
      }
      try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
    case .list(let app): try buffer.append(app: app)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .share:
      let paths = try cursor.list(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: SharedFile.longestPath, in: message)
      }
      let app = try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
      self = .share(paths, app: app, try cursor.number(in: message), try cursor.proof(in: message))
    case .unshare:
      let path = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.text(atMost: SharedFile.longestPath, in: message)
      }
      self = .unshare(path, app: try cursor.text(atMost: ConsentClient.longestIdentifier, in: message))
    case .list: self = .list(app: try cursor.app(in: message))
    }
  }
}
