// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
package import WireFormat

/// The replies to the person about the files that they shared with apps.
package enum SharedFilesReply: ReplyFamily, Equatable {
  /// A part of the shared files. Several may follow each other; the last one says so.
  case files([SharedFileListing], BrokerReply.Part)
  /// The number of files that were taken back.
  case removed(UInt32)

  package enum Number: UInt16, Sendable, CaseIterable {
    case files = 0x0701
    case removed = 0x0702
  }

  package var number: Number {
    switch self {
    case .files: .files
    case .removed: .removed
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .files(let files, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(files.count))
      for file in files { try file.encode(into: &buffer) }
    case .removed(let count): try buffer.append(integer: count)
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .files:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let files = try cursor.list(in: message) { (cursor) throws(WireError) in
        try SharedFileListing(decoding: message, &cursor)
      }
      self = .files(files, part)
    case .removed: self = .removed(try cursor.integer(in: message))
    }
  }
}

extension SharedFileListing {
  /// The size of the encoded file, roughly, and not less: for cutting answers into frames.
  package var encodedSize: Int { app.utf8.count + path.utf8.count + 16 }

  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: app, atMost: ConsentClient.longestIdentifier)
    try buffer.append(text: path, atMost: SharedFile.longestPath)
    try buffer.append(integer: right.rawValue)
    try buffer.append(integer: condition.rawValue)
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let app = try cursor.text(atMost: ConsentClient.longestIdentifier, in: message)
    let path = try cursor.text(atMost: SharedFile.longestPath, in: message)
    let right = try cursor.number(SharedFile.Right.self, in: message)
    self.init(app: app, path: path, right: right, condition: try cursor.number(in: message))
  }
}
