// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
package import WireFormat

/// The bytes of a row before they are sealed. Fields are only added under a new version of the store.
extension ConsentRow {
  package static let largestEncoding = 8 << 10

  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: service.rawValue)
    try buffer.append(integer: client.kind.rawValue)
    try buffer.append(shortText: client.identifier)
    try buffer.append(bytes: client.requirement.span)
    try buffer.append(shortText: name)
    try buffer.append(integer: answer.rawValue)
    try buffer.append(integer: reason.rawValue)
    try buffer.append(integer: UInt64(bitPattern: changed))
    try buffer.append(integer: UInt64(bitPattern: used))
    try buffer.append(integer: UInt8(isSettled ? 1 : 0))
    try buffer.append(integer: UInt8(until == nil ? 0 : 1))
    if let until { try buffer.append(integer: UInt64(bitPattern: until)) }
    try buffer.append(integer: UInt8(instance == nil ? 0 : 1))
    if let instance {
      try buffer.append(integer: UInt32(bitPattern: instance.process))
      try buffer.append(integer: instance.began)
      try buffer.append(shortText: instance.boot)
    }
  }

  package init(decoding bytes: Span<UInt8>) throws(WireError) {
    var cursor = WireCursor()
    let service = try cursor.number(ConsentService.self, in: bytes)
    let kind = try cursor.number(ConsentClient.Kind.self, in: bytes)
    let identifier = try cursor.shortText(atMost: ConsentClient.longestIdentifier, in: bytes)
    let requirement = try cursor.bytes(ConsentClient.requirementSize, in: bytes)
    guard let client = ConsentClient(kind, identifier, requirement: requirement) else { throw .badValue }
    let name = try cursor.shortText(atMost: ConsentRow.longestName, in: bytes)
    let answer = try cursor.number(ConsentAnswer.self, in: bytes)
    let reason = try cursor.number(ConsentReason.self, in: bytes)
    let changed = Int64(bitPattern: try cursor.integer(in: bytes))
    let used = Int64(bitPattern: try cursor.integer(in: bytes))
    let isSettled = try cursor.has(in: bytes)
    let until = try cursor.has(in: bytes) ? Int64(bitPattern: try cursor.integer(in: bytes)) : nil
    var instance: ProcessInstance?
    if try cursor.has(in: bytes) {
      let process = Int32(bitPattern: try cursor.integer(in: bytes))
      let began = try cursor.integer(UInt64.self, in: bytes)
      let boot = try cursor.shortText(atMost: ProcessInstance.longestBoot, in: bytes)
      guard let read = ProcessInstance(process: process, began: began, boot: boot) else { throw .badValue }
      instance = read
    }
    try cursor.end(in: bytes)
    self.init(
      service, client, name: name, answer: answer, reason: reason, changed: changed, until: until, instance: instance)
    self.used = used
    self.isSettled = isSettled
  }
}

extension WireBuffer {
  mutating func append(shortText text: String) throws(WireError) {
    guard let length = UInt16(exactly: text.utf8.count) else { throw .badValue }
    try append(integer: length)
    try append(bytes: Array(text.utf8).span)
  }
}

extension WireCursor {
  mutating func shortText(atMost limit: Int, in bytes: Span<UInt8>) throws(WireError) -> String {
    let count = Int(try integer(UInt16.self, in: bytes))
    guard count <= limit else { throw .badValue }
    return try text(count, in: bytes)
  }

  fileprivate mutating func has(in bytes: Span<UInt8>) throws(WireError) -> Bool {
    switch try byte(in: bytes) {
    case 0: false
    case 1: true
    default: throw .badValue
    }
  }
}
