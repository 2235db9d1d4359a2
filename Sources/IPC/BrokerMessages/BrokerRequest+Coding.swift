// SPDX-License-Identifier: Apache-2.0
import AppModel
import AuthenticationModel
import KeychainModel
import ProtectionModel
package import WireFormat

extension BrokerRequest {
  /// The whole frame. Fails only where something is larger than `KeychainLimits` and `BrokerProtocol` allow.
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.beginFrame(number.rawValue)
    switch self {
    case .hello(let lowest, let highest, let nonce):
      try buffer.append(integer: lowest)
      try buffer.append(integer: highest)
      guard nonce.count == BrokerProtocol.nonceLength else { throw .badValue }
      try buffer.append(bytes: nonce.span)
    case .add(let addition): try addition.encode(into: &buffer)
    case .find(let query), .delete(let query), .examine(let query): try query.encode(into: &buffer)
    case .update(let query, let changes):
      try query.encode(into: &buffer)
      try changes.encode(into: &buffer)
    case .registerByOwner(let number, let path, let xml):
      try buffer.append(bytes: number.bytes.span)
      try buffer.append(counting: path.span, atMost: BrokerProtocol.longestPath)
      try buffer.append(counting: xml.span, atMost: PropertyListLimits.bytes)
    case .register(let path, let xml):
      try buffer.append(counting: path.span, atMost: BrokerProtocol.longestPath)
      try buffer.append(counting: xml.span, atMost: PropertyListLimits.bytes)
    case .unregister(let path): try buffer.append(counting: path.span, atMost: BrokerProtocol.longestPath)
    case .person(let request): try request.encode(into: &buffer)
    case .agent(let request): try request.encode(into: &buffer)
    case .enclaveKey(let request): try request.encode(into: &buffer)
    case .lockState(let state, let seconds):
      try buffer.append(optional: state) { (buffer, state) throws(WireError) in
        try buffer.append(integer: state.rawValue)
      }
      try buffer.append(integer: seconds)
    case .backup(let request): try request.encode(into: &buffer)
    case .keychainFile(let request): try request.encode(into: &buffer)
    case .verifyKeychain(let name): try buffer.append(keychain: name)
    case .forgetLost(let name, let items):
      try buffer.append(keychain: name)
      try buffer.append(lost: items)
    case .access, .registrations: break
    }
    try buffer.endFrame()
  }

  /// From what a frame holds after its length.
  package init(decoding message: Span<UInt8>) throws(BrokerMalformation) {
    var cursor = WireCursor()
    let number = try cursor.frameHead(Number.self, in: message)
    do {
      let request = try Self.fields(of: number, &cursor, in: message)
      try cursor.end(in: message)
      self = request
    } catch {
      throw BrokerMalformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> BrokerRequest {
    switch number {
    case .hello:
      let lowest = try cursor.byte(in: message)
      let highest = try cursor.byte(in: message)
      return .hello(
        lowest: lowest, highest: highest, nonce: try cursor.bytes(BrokerProtocol.nonceLength, in: message))
    case .add: return .add(try ItemAddition(decoding: message, &cursor))
    case .find: return .find(try ItemQuery(decoding: message, &cursor))
    case .update:
      let query = try ItemQuery(decoding: message, &cursor)
      return .update(query, try ItemChanges(decoding: message, &cursor))
    case .delete: return .delete(try ItemQuery(decoding: message, &cursor))
    case .examine: return .examine(try ItemQuery(decoding: message, &cursor))
    case .access: return .access
    case .register:
      let path = try cursor.countedBytes(atMost: BrokerProtocol.longestPath, in: message)
      return .register(path: path, xml: try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message))
    case .registerByOwner:
      guard let number = QuestionNumber(try cursor.bytes(QuestionNumber.size, in: message)) else { throw .badValue }
      let path = try cursor.countedBytes(atMost: BrokerProtocol.longestPath, in: message)
      let xml = try cursor.countedBytes(atMost: PropertyListLimits.bytes, in: message)
      return .registerByOwner(number, path: path, xml: xml)
    case .unregister:
      return .unregister(path: try cursor.countedBytes(atMost: BrokerProtocol.longestPath, in: message))
    case .registrations: return .registrations
    case .person: return .person(try PersonRequest(decoding: message, &cursor))
    case .agent: return .agent(try AgentRequest(decoding: message, &cursor))
    case .enclaveKey: return .enclaveKey(try EnclaveKeyRequest(decoding: message, &cursor))
    case .keychainFile: return .keychainFile(try KeychainFileRequest(decoding: message, &cursor))
    case .backup: return .backup(try BackupRequest(decoding: message, &cursor))
    case .verifyKeychain: return .verifyKeychain(try cursor.keychain(in: message))
    case .forgetLost:
      let name = try cursor.keychain(in: message)
      return .forgetLost(name, try cursor.lostItems(in: message))
    case .lockState:
      let state = try cursor.optional(in: message) { (cursor) throws(WireError) in
        try cursor.number(LockState.self, in: message)
      }
      return .lockState(otherThan: state, seconds: try cursor.integer(in: message))
    }
  }
}
