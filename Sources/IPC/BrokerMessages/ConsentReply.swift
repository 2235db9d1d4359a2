// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
package import ConsentModel
import PromptModel
import PropertyLists
import WireFormat

/// What is answered about consent.
package enum ConsentReply: Sendable, Equatable {
  case outcome(ConsentOutcome)
  case changes(UInt64)
  /// Several may follow each other; the last one says so.
  case rows([ConsentListing], BrokerReply.Part)
  /// How many answers were forgotten.
  case removed(UInt32)
  /// As it was given; nil where there is none.
  case policy([UInt8]?)
  /// Nil where the app may not track.
  case advertisingIdentifier([UInt8]?)
  /// The agent's process; nil where none has the owner's word.
  case agent(Int32?)
  /// Seconds since 1970; nil where nothing was lost lately.
  case loss(Int64?)
  case itemCount(UInt32)
  /// As `rows`.
  case sharedFiles([SharedFileListing], BrokerReply.Part)
  /// As the person typed it; nil where they chose none.
  case chosenPath(String?)
  /// They have chosen nothing yet, and want to see what is in another folder.
  case lookedFor(folder: String, typed: String)

  package enum Number: UInt8, Sendable, CaseIterable {
    case outcome = 112
    case changes = 113
    case rows = 114
    case removed = 115
    case policy = 116
    case advertisingIdentifier = 154
    case agent = 155
    case itemCount = 156
    case loss = 157
    case sharedFiles = 190
    case chosenPath = 191
    case lookedFor = 200
  }

  var number: Number {
    switch self {
    case .outcome: .outcome
    case .changes: .changes
    case .rows: .rows
    case .removed: .removed
    case .policy: .policy
    case .advertisingIdentifier: .advertisingIdentifier
    case .agent: .agent
    case .loss: .loss
    case .itemCount: .itemCount
    case .sharedFiles: .sharedFiles
    case .chosenPath: .chosenPath
    case .lookedFor: .lookedFor
    }
  }

  /// In bytes, of an identifier.
  package static let identifierSize = 16

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .outcome(let outcome):
      try buffer.append(integer: outcome.number)
      try buffer.append(integer: outcome.detail)
    case .changes(let count): try buffer.append(integer: count)
    case .rows(let rows, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(rows.count))
      for row in rows { try row.encode(into: &buffer) }
    case .chosenPath(let path):
      try buffer.append(optional: path) { (buffer, path) throws(WireError) in
        try buffer.append(text: path, atMost: FileWish.longestAnswer)
      }
    case .lookedFor(let folder, let typed):
      try buffer.append(text: folder, atMost: ShownFolder.longestPath)
      try buffer.append(text: typed, atMost: FileWish.longestAnswer)
    case .sharedFiles(let files, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(files.count))
      for file in files { try file.encode(into: &buffer) }
    case .removed(let count), .itemCount(let count): try buffer.append(integer: count)
    case .policy(let text):
      try buffer.append(optional: text) { (buffer, text) throws(WireError) in
        try buffer.append(counting: text.span, atMost: PropertyListLimits.bytes)
      }
    case .advertisingIdentifier(let identifier):
      try buffer.append(optional: identifier) { (buffer, bytes) throws(WireError) in
        guard bytes.count == Self.identifierSize else { throw .badValue }
        try buffer.append(bytes: bytes.span)
      }
    case .agent(let process):
      try buffer.append(optional: process) { (buffer, process) throws(WireError) in
        try buffer.append(integer: UInt32(bitPattern: process))
      }
    case .loss(let time):
      try buffer.append(optional: time) { (buffer, time) throws(WireError) in
        try buffer.append(integer: UInt64(bitPattern: time))
      }
    }
  }

  init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .outcome:
      let number = try cursor.byte(in: message)
      guard let outcome = ConsentOutcome(number, detail: try cursor.byte(in: message)) else { throw .badValue }
      self = .outcome(outcome)
    case .changes: self = .changes(try cursor.integer(in: message))
    case .rows:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let rows = try cursor.list(in: message) { (cursor) throws(WireError) in
        try ConsentListing(decoding: message, &cursor)
      }
      self = .rows(rows, part)
    case .chosenPath:
      self = .chosenPath(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.text(atMost: FileWish.longestAnswer, in: message)
        })
    case .lookedFor:
      let folder = try cursor.text(atMost: ShownFolder.longestPath, in: message)
      self = .lookedFor(folder: folder, typed: try cursor.text(atMost: FileWish.longestAnswer, in: message))
    case .sharedFiles:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let files = try cursor.list(in: message) { (cursor) throws(WireError) in
        try SharedFileListing(decoding: message, &cursor)
      }
      self = .sharedFiles(files, part)
    case .removed: self = .removed(try cursor.integer(in: message))
    case .itemCount: self = .itemCount(try cursor.integer(in: message))
    case .policy:
      self = .policy(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
        })
    case .advertisingIdentifier:
      self = .advertisingIdentifier(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.bytes(Self.identifierSize, in: message)
        })
    case .agent:
      self = .agent(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          Int32(bitPattern: try cursor.integer(in: message))
        })
    case .loss:
      self = .loss(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          Int64(bitPattern: try cursor.integer(in: message))
        })
    }
  }
}

// MARK: - Parts

extension ConsentListing {
  /// Roughly, and not less: for cutting answers into frames.
  package var encodedSize: Int { client.identifier.utf8.count + name.utf8.count + 32 }

  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: service.rawValue)
    try client.encode(into: &buffer)
    try buffer.append(text: name, atMost: ConsentRow.longestName)
    try buffer.append(integer: answer.rawValue)
    try buffer.append(integer: reason.rawValue)
    try buffer.append(integer: UInt64(bitPattern: changed))
    try buffer.append(integer: condition.rawValue)
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let service = try cursor.number(ConsentService.self, in: message)
    let client = try ConsentClient.Key(decoding: message, &cursor)
    let name = try cursor.text(atMost: ConsentRow.longestName, in: message)
    let answer = try cursor.number(ConsentAnswer.self, in: message)
    let reason = try cursor.number(ConsentReason.self, in: message)
    let changed = Int64(bitPattern: try cursor.integer(in: message))
    self.init(
      service: service, client: client, name: name, answer: answer, reason: reason, changed: changed,
      condition: try cursor.number(in: message))
  }
}

extension SharedFileListing {
  /// Roughly, and not less: for cutting answers into frames.
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
