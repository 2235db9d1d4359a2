// SPDX-License-Identifier: Apache-2.0
import AppModel
import AuthenticationModel
import KeychainBackup
import KeychainModel
import ProtectionModel
package import WireFormat

extension BrokerReply {
  /// The whole frame.
  package func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.beginFrame(number.rawValue)
    switch self {
    case .challenge(let nonce):
      guard nonce.count == BrokerProtocol.nonceLength else { throw .badValue }
      try buffer.append(bytes: nonce.span)
    case .welcome(let version): try buffer.append(integer: version)
    case .added(let item):
      try buffer.append(optional: item) { (buffer, item) throws(WireError) in try item.encode(into: &buffer) }
    case .items(let items, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(items.count))
      for item in items { try item.encode(into: &buffer) }
    case .access(let access): try access.encode(into: &buffer)
    case .registrations(let apps, let part):
      try buffer.append(integer: part.rawValue)
      try buffer.append(integer: UInt32(apps.count))
      for app in apps { try app.encode(into: &buffer) }
    case .refused(let refusal): try refusal.encode(into: &buffer)
    case .passcode(let isSet): try buffer.append(integer: UInt8(isSet ? 1 : 0))
    case .question(let question):
      try buffer.append(optional: question) { (buffer, question) throws(WireError) in
        try question.encode(into: &buffer)
      }
    case .lockState(let state): try buffer.append(integer: state.rawValue)
    case .enclaveKey(let key): try buffer.append(enclaveKey: key)
    case .signature(let bytes): try buffer.append(counting: bytes.span, atMost: EnclaveKeyRequest.longestSignature)
    case .secret(let secret): try buffer.append(secret: secret)
    case .verification(let report): try report.encode(into: &buffer)
    case .backupPart(let part): try part.encode(into: &buffer)
    case .restored(let counts): try counts.encode(into: &buffer)
    case .examined(let report): try report.encode(into: &buffer)
    case .keychains(let listing): try listing.encode(into: &buffer)
    case .done, .goodbye, .signer: break
    }
    try buffer.endFrame()
  }

  /// From what a frame holds after its length.
  package init(decoding message: Span<UInt8>) throws(BrokerMalformation) {
    var cursor = WireCursor()
    let number = try cursor.frameHead(Number.self, in: message)
    do {
      let reply = try Self.fields(of: number, &cursor, in: message)
      try cursor.end(in: message)
      self = reply
    } catch {
      throw BrokerMalformation(error)
    }
  }

  private static func fields(
    of number: Number, _ cursor: inout WireCursor, in message: Span<UInt8>
  ) throws(WireError) -> BrokerReply {
    switch number {
    case .challenge: return .challenge(nonce: try cursor.bytes(BrokerProtocol.nonceLength, in: message))
    case .welcome: return .welcome(version: try cursor.byte(in: message))
    case .done: return .done
    case .added:
      return .added(
        try cursor.optional(in: message) { (cursor) throws(WireError) in try ItemResult(decoding: message, &cursor) })
    case .items:
      let part = try cursor.number(Part.self, in: message)
      let items = try cursor.list(in: message) { (cursor) throws(WireError) in
        try ItemResult(decoding: message, &cursor)
      }
      return .items(items, part)
    case .access: return .access(try AppAccess(decoding: message, &cursor))
    case .registrations:
      let part = try cursor.number(Part.self, in: message)
      let apps = try cursor.list(in: message) { (cursor) throws(WireError) in
        try RegisteredApp(decoding: message, &cursor)
      }
      return .registrations(apps, part)
    case .refused: return .refused(try BrokerRefusal(decoding: message, &cursor))
    case .goodbye: return .goodbye
    case .signer: return .signer(HandedSocket(nil))
    case .passcode: return .passcode(try cursor.flag(in: message))
    case .question:
      return .question(
        try cursor.optional(in: message) { (cursor) throws(WireError) in
          try PendingQuestion(decoding: message, &cursor)
        })
    case .lockState: return .lockState(try cursor.number(in: message))
    case .enclaveKey: return .enclaveKey(try cursor.enclaveKey(in: message))
    case .signature:
      return .signature(try cursor.countedBytes(atMost: EnclaveKeyRequest.longestSignature, in: message))
    case .secret:
      guard let secret = try cursor.secret(in: message) else { throw .badValue }
      return .secret(secret)
    case .verification: return .verification(try StoreReport(decoding: message, &cursor))
    case .backupPart: return .backupPart(try BackupPart(decoding: message, &cursor))
    case .restored: return .restored(try RestoreCounts(decoding: message, &cursor))
    case .keychains: return .keychains(try KeychainListing(decoding: message, &cursor))
    case .examined: return .examined(try SearchReport(decoding: message, &cursor))
    }
  }
}

extension WireCursor {
  /// As many as the count before them says; it is not believed before they are there.
  fileprivate mutating func list<Element>(
    in message: Span<UInt8>, _ body: (inout WireCursor) throws(WireError) -> Element
  ) throws(WireError) -> [Element] {
    let count = try integer(UInt32.self, in: message)
    var elements: [Element] = []
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }
}

// MARK: - Refusals

extension BrokerRefusal {
  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: number.rawValue)
    switch self {
    case .malformed(let reason): try buffer.append(integer: reason.rawValue)
    case .authentication(let refusal): try buffer.append(integer: refusal.rawValue)
    case .keychain(let status): try buffer.append(integer: UInt32(bitPattern: status.rawValue))
    case .groupTaken(let group): try buffer.append(text: group, atMost: PropertyListLimits.bytes)
    case .file(let code), .storage(let code): try buffer.append(integer: UInt32(bitPattern: code))
    case .notPermitted, .outOfOrder, .noSharedVersion, .tooManyRequests, .entitlements, .registryDamaged,
      .registryFull, .notRegistered:
      break
    }
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .malformed: self = .malformed(try cursor.number(in: message))
    case .notPermitted: self = .notPermitted
    case .outOfOrder: self = .outOfOrder
    case .noSharedVersion: self = .noSharedVersion
    case .keychain:
      guard let status = try cursor.status(in: message) else { throw .badValue }
      self = .keychain(status)
    case .tooManyRequests: self = .tooManyRequests
    case .file: self = .file(code: Int32(bitPattern: try cursor.integer(in: message)))
    case .entitlements: self = .entitlements
    case .storage: self = .storage(code: Int32(bitPattern: try cursor.integer(in: message)))
    case .registryDamaged: self = .registryDamaged
    case .registryFull: self = .registryFull
    case .notRegistered: self = .notRegistered
    case .authentication: self = .authentication(try cursor.number(in: message))
    case .groupTaken: self = .groupTaken(try cursor.text(atMost: PropertyListLimits.bytes, in: message))
    }
  }
}
