// SPDX-License-Identifier: Apache-2.0
import KeychainCoding
import KeychainModel
import PasskeyItems
import PasskeyKeys
import PromptModel
import QuestionCoding
import WireFormat

// The parts of messages about passkeys.

private enum PasskeyFields {
  /// Identifiers that a site may name.
  static let mostCredentials = 256
  static let longestSignature = 128
}

extension PasskeyMaking {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(bytes: request.bytes.span)
    try buffer.append(text: relyingParty, atMost: StoredPasskey.longestRelyingParty)
    try buffer.append(counting: userHandle.span, atMost: StoredPasskey.longestUserHandle)
    try buffer.append(text: userName, atMost: StoredPasskey.longestName)
    try buffer.append(text: displayName, atMost: StoredPasskey.longestName)
    try buffer.append(hash: clientDataHash)
    try buffer.append(salts: salts)
    try buffer.append(credentials: excluded)
    try buffer.append(integer: reach.rawValue)
    try buffer.append(page: page)
    try buffer.append(integer: activation.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let request = try cursor.request(in: message)
    let party = try cursor.text(atMost: StoredPasskey.longestRelyingParty, in: message)
    let handle = try cursor.countedBytes(atMost: StoredPasskey.longestUserHandle, in: message)
    let user = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    let display = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    let hash = try cursor.bytes(PasskeyKey.hashSize, in: message)
    let salts = try cursor.salts(in: message)
    let excluded = try cursor.credentials(in: message)
    let reach = try cursor.number(PasskeyReach.self, in: message)
    let page = try cursor.page(in: message)
    self.init(
      request, relyingParty: party, userHandle: handle, userName: user, displayName: display, clientDataHash: hash,
      salts: salts, excluded: excluded, reach, at: page, try cursor.number(in: message))
  }
}

extension PasskeyUsing {
  private enum Blob: UInt8 { case none = 0, read = 1, write = 2 }

  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(bytes: request.bytes.span)
    try buffer.append(text: relyingParty, atMost: StoredPasskey.longestRelyingParty)
    try buffer.append(credentials: allowed)
    try buffer.append(hash: clientDataHash)
    try buffer.append(salts: salts)
    guard ownSalts.count <= PasskeyFields.mostCredentials else { throw .badValue }
    try buffer.append(integer: UInt32(ownSalts.count))
    for own in ownSalts {
      try buffer.append(credential: own.credential)
      try buffer.append(salts: own.salts)
    }
    try buffer.append(integer: urgency.rawValue)
    switch blob {
    case .none: try buffer.append(integer: Blob.none.rawValue)
    case .read: try buffer.append(integer: Blob.read.rawValue)
    case .write(let bytes):
      try buffer.append(integer: Blob.write.rawValue)
      try buffer.append(counting: bytes.span, atMost: StoredPasskey.longestBlob)
    }
    try buffer.append(page: page)
    try buffer.append(integer: activation.rawValue)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let request = try cursor.request(in: message)
    let party = try cursor.text(atMost: StoredPasskey.longestRelyingParty, in: message)
    let allowed = try cursor.credentials(in: message)
    let hash = try cursor.bytes(PasskeyKey.hashSize, in: message)
    let salts = try cursor.salts(in: message)
    let ownSalts = try cursor.list(in: message) { (cursor) throws(WireError) in
      let credential = try cursor.credential(in: message)
      return OwnSalts(credential, try cursor.salts(in: message))
    }
    guard ownSalts.count <= PasskeyFields.mostCredentials else { throw .badValue }
    let urgency = try cursor.number(Urgency.self, in: message)
    let blob: BlobWish
    switch try cursor.number(Blob.self, in: message) {
    case .none: blob = .none
    case .read: blob = .read
    case .write: blob = .write(try cursor.countedBytes(atMost: StoredPasskey.longestBlob, in: message))
    }
    let page = try cursor.page(in: message)
    self.init(
      request, relyingParty: party, allowed: allowed, clientDataHash: hash, salts: salts, ownSalts: ownSalts,
      blob: blob, urgency, at: page, try cursor.number(in: message))
  }
}

extension UsedPasskey {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    guard authenticatorData.count == PasskeyKey.headSize else { throw .badValue }
    try buffer.append(credential: credential)
    try buffer.append(bytes: authenticatorData.span)
    try buffer.append(counting: signature.span, atMost: PasskeyFields.longestSignature)
    try buffer.append(counting: userHandle.span, atMost: StoredPasskey.longestUserHandle)
    try buffer.append(secret: outputs)
    try buffer.append(optional: blob) { (buffer, blob) throws(WireError) in
      try buffer.append(counting: blob.span, atMost: StoredPasskey.longestBlob)
    }
    try buffer.append(optional: isWritten) { (buffer, isWritten) throws(WireError) in
      try buffer.append(integer: UInt8(isWritten ? 1 : 0))
    }
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let credential = try cursor.credential(in: message)
    let data = try cursor.bytes(PasskeyKey.headSize, in: message)
    let signature = try cursor.countedBytes(atMost: PasskeyFields.longestSignature, in: message)
    let handle = try cursor.countedBytes(atMost: StoredPasskey.longestUserHandle, in: message)
    let outputs = try cursor.secret(in: message)
    let blob = try cursor.optional(in: message) { (cursor) throws(WireError) in
      try cursor.countedBytes(atMost: StoredPasskey.longestBlob, in: message)
    }
    self.init(
      credential: credential, authenticatorData: data, signature: signature, userHandle: handle, outputs: outputs,
      blob: blob,
      isWritten: try cursor.optional(in: message) { (cursor) throws(WireError) in try cursor.flag(in: message) })
  }
}

extension PasskeyListing {
  func encode(into buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(credential: credential)
    try buffer.append(text: relyingParty, atMost: StoredPasskey.longestRelyingParty)
    try buffer.append(counting: userHandle.span, atMost: StoredPasskey.longestUserHandle)
    for name in [userName, displayName, label] { try buffer.append(text: name, atMost: StoredPasskey.longestName) }
    try buffer.append(integer: reach.rawValue)
    try buffer.append(integer: created)
    try buffer.append(integer: lastUsed)
    try buffer.append(integer: blobSize)
    try standing.encode(into: &buffer)
  }

  init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    let credential = try cursor.credential(in: message)
    let party = try cursor.text(atMost: StoredPasskey.longestRelyingParty, in: message)
    let handle = try cursor.countedBytes(atMost: StoredPasskey.longestUserHandle, in: message)
    let user = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    let display = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    let label = try cursor.text(atMost: StoredPasskey.longestName, in: message)
    let reach = try cursor.number(PasskeyReach.self, in: message)
    let created = try cursor.integer(UInt64.self, in: message)
    let lastUsed = try cursor.integer(UInt64.self, in: message)
    let blobSize = try cursor.integer(UInt16.self, in: message)
    self.init(
      credential: credential, relyingParty: party, userHandle: handle, userName: user, displayName: display,
      label: label, reach, created: created, lastUsed: lastUsed, blobSize: blobSize,
      try PasskeyStanding(decoding: message, &cursor))
  }
}

extension PasskeyStanding {
  private enum Number: UInt8 { case current = 1, replaced = 2, deleted = 3, hidden = 4 }

  fileprivate func encode(into buffer: inout WireBuffer) throws(WireError) {
    switch self {
    case .current: try buffer.append(integer: Number.current.rawValue)
    case .replaced: try buffer.append(integer: Number.replaced.rawValue)
    case .deleted(let time):
      try buffer.append(integer: Number.deleted.rawValue)
      try buffer.append(integer: time)
    case .hidden(let time):
      try buffer.append(integer: Number.hidden.rawValue)
      try buffer.append(integer: time)
    }
  }

  fileprivate init(decoding message: Span<UInt8>, _ cursor: inout WireCursor) throws(WireError) {
    switch try cursor.number(Number.self, in: message) {
    case .current: self = .current
    case .replaced: self = .replaced
    case .deleted: self = .deleted(try cursor.integer(in: message))
    case .hidden: self = .hidden(try cursor.integer(in: message))
    }
  }
}

// MARK: - Fields

extension WireBuffer {
  mutating func append(credential: [UInt8]) throws(WireError) {
    try append(counting: credential.span, atMost: StoredPasskey.longestCredential)
  }

  mutating func append(credentials: [[UInt8]]) throws(WireError) {
    guard credentials.count <= PasskeyFields.mostCredentials else { throw .badValue }
    try append(integer: UInt32(credentials.count))
    for credential in credentials { try append(credential: credential) }
  }

  /// Appends passkeys, each in the form in which it is stored.
  mutating func append(stored passkeys: [StoredPasskey]) throws(WireError) {
    try append(integer: UInt32(clamping: passkeys.count))
    for passkey in passkeys {
      let encoded = try passkey.encoded()
      try encoded.withBytes { (bytes) throws(WireError) in
        try append(counting: bytes, atMost: StoredPasskey.longestEncoding)
      }
    }
  }

  fileprivate mutating func append(page: AskingPage?) throws(WireError) {
    try append(optional: page) { (buffer, page) throws(WireError) in try page.encode(into: &buffer) }
  }

  fileprivate mutating func append(hash: [UInt8]) throws(WireError) {
    guard hash.count == PasskeyKey.hashSize else { throw .badValue }
    try append(bytes: hash.span)
  }

  fileprivate mutating func append(salts: PRFSalts) throws(WireError) {
    try append(integer: UInt8(salts.all.count))
    try append(bytes: salts.joined.span)
  }
}

extension WireCursor {
  mutating func credential(in message: Span<UInt8>) throws(WireError) -> [UInt8] {
    let credential = try countedBytes(atMost: StoredPasskey.longestCredential, in: message)
    guard !credential.isEmpty else { throw .badValue }
    return credential
  }

  mutating func credentials(in message: Span<UInt8>) throws(WireError) -> [[UInt8]] {
    let credentials = try list(in: message) { (cursor) throws(WireError) in try cursor.credential(in: message) }
    guard credentials.count <= PasskeyFields.mostCredentials else { throw .badValue }
    return credentials
  }

  mutating func storedPasskeys(in message: Span<UInt8>) throws(WireError) -> [StoredPasskey] {
    try list(in: message) { (cursor) throws(WireError) in
      let bytes = try cursor.countedBytes(atMost: StoredPasskey.longestEncoding, in: message)
      return try StoredPasskey(decoding: bytes.span)
    }
  }

  mutating func request(in message: Span<UInt8>) throws(WireError) -> ContextToken {
    guard let token = ContextToken(try bytes(ContextToken.size, in: message)) else { throw .badValue }
    return token
  }

  fileprivate mutating func page(in message: Span<UInt8>) throws(WireError) -> AskingPage? {
    try optional(in: message) { (cursor) throws(WireError) in try AskingPage(decoding: message, &cursor) }
  }

  fileprivate mutating func salts(in message: Span<UInt8>) throws(WireError) -> PRFSalts {
    let count = Int(try byte(in: message))
    guard count <= PRFSalts.most else { throw .badValue }
    var all: [[UInt8]] = []
    for _ in 0..<count { all.append(try bytes(PRFSalts.size, in: message)) }
    guard let salts = PRFSalts(all) else { throw .badValue }
    return salts
  }
}
