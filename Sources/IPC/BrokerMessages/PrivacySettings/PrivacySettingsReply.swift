// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
import KeychainCoding
import PropertyLists
package import WireFormat

/// The replies to the person about the answers to apps.
package enum PrivacySettingsReply: ReplyFamily, Equatable {
  /// A part of the rows. Several may follow each other; the last one says so.
  case rows([ConsentListing], BrokerReply.Part)
  /// The number of answers that were forgotten.
  case removed(UInt32)
  /// The policy as it was given; nil where there is none.
  case policy([UInt8]?)
  /// The agent's process; nil where none is authorised by the owner.
  case agent(Int32?)
  /// No agent is authorised by the owner, and one is there that could ask.
  case agentWaits
  case itemCount(UInt32)
  /// The moment of a loss in seconds since 1970; nil where nothing was lost lately.
  case loss(Int64?)

  package enum Number: UInt16, Sendable, CaseIterable {
    case rows = 0x0601
    case removed = 0x0602
    case policy = 0x0603
    case agent = 0x0604
    case itemCount = 0x0605
    case loss = 0x0606
    case agentWaits = 0x0607
  }

  package var number: Number {
    switch self {
    case .rows: .rows
    case .removed: .removed
    case .policy: .policy
    case .agent: .agent
    case .agentWaits: .agentWaits
    case .itemCount: .itemCount
    case .loss: .loss
    }
  }

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .rows(let rows, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(rows.count))
      for row in rows { try row.encode(into: &buffer) }
    case .removed(let count): try buffer.append(integer: count)
    case .policy(let text):
      try buffer.append(optional: text) { (buffer, text) throws(WireError) in
        try buffer.append(counting: text.span, atMost: PropertyListLimits.bytes)
      }
    case .agent(let process):
      try buffer.append(optional: process) { (buffer, process) throws(WireError) in
        try buffer.append(integer: UInt32(bitPattern: process))
      }
    case .agentWaits: break
    case .itemCount(let count): try buffer.append(integer: count)
    case .loss(let time):
      try buffer.append(optional: time) { (buffer, time) throws(WireError) in
        try buffer.append(integer: UInt64(bitPattern: time))
      }
    }
  }

  package init(fieldsOf number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>) throws(WireError) {
    switch number {
    case .rows:
      let part = try cursor.number(BrokerReply.Part.self, in: message)
      let rows = try cursor.list(in: message) { (cursor) throws(WireError) in
        try ConsentListing(decoding: message, &cursor)
      }
      self = .rows(rows, part)
    case .removed: self = .removed(try cursor.integer(in: message))
    case .policy:
      self = .policy(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
        })
    case .agent:
      self = .agent(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          Int32(bitPattern: try cursor.integer(in: message))
        })
    case .agentWaits: self = .agentWaits
    case .itemCount: self = .itemCount(try cursor.integer(in: message))
    case .loss:
      self = .loss(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          Int64(bitPattern: try cursor.integer(in: message))
        })
    }
  }
}

extension ConsentListing {
  /// The encoded size roughly, and not less: for cutting answers into frames.
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
