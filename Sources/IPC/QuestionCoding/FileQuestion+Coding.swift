// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import PromptModel
package import WireFormat

extension FileQuestion {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(text: name, atMost: ConsentQuestion.longestName)
    try buffer.append(text: identifier, atMost: ConsentQuestion.longestText)
    try wish.encode(into: &buffer)
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let name = try cursor.text(atMost: ConsentQuestion.longestName, in: message)
    let identifier = try cursor.text(atMost: ConsentQuestion.longestText, in: message)
    self.init(name: name, identifier: identifier, wish: try FileWish(decoding: message, &cursor))
  }
}

extension FileWish {
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: use.rawValue)
    try buffer.append(text: suggestion, atMost: Self.longestSuggestion)
    try buffer.append(optional: problem) { (buffer, problem) throws(WireError) in
      try buffer.append(integer: problem.rawValue)
    }
    try buffer.append(text: typed, atMost: Self.longestAnswer)
    try buffer.append(optional: folder) { (buffer, folder) throws(WireError) in try folder.encode(into: &buffer) }
  }

  package init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let use = try cursor.number(Use.self, in: message)
    let suggestion = try cursor.text(atMost: Self.longestSuggestion, in: message)
    let problem = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.number(FileProblem.self, in: message)
    }
    let typed = try cursor.text(atMost: Self.longestAnswer, in: message)
    let folder = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try ShownFolder(decoding: message, &cursor)
    }
    self.init(use, suggestion: suggestion, problem: problem, typed: typed, folder: folder)
  }
}

extension ShownFolder {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    guard entries.count <= Self.mostEntries else { throw .badValue }
    try buffer.append(text: path, atMost: Self.longestPath)
    try buffer.append(integer: UInt8(isWhole ? 1 : 0))
    try buffer.append(integer: UInt32(entries.count))
    for entry in entries {
      try buffer.append(text: entry.name, atMost: Self.longestName)
      try buffer.append(integer: UInt8(entry.isFolder ? 1 : 0))
    }
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let path = try cursor.text(atMost: Self.longestPath, in: message)
    let isWhole = try cursor.flag(in: message)
    let entries = try cursor.list(in: message) { (cursor) throws(WireError) in
      let name = try cursor.text(atMost: Self.longestName, in: message)
      return Entry(name, isFolder: try cursor.flag(in: message))
    }
    guard entries.count <= Self.mostEntries else { throw .badValue }
    self.init(path: path, entries: entries, isWhole: isWhole)
  }
}
