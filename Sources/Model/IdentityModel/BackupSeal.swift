// SPDX-License-Identifier: Apache-2.0
package import CryptoPrimitives
package import SecretMemory

/// Seals the parts of a provider's backup under a passphrase: each under its number and with its kind, so that none can be read,
/// changed, left out, doubled or moved by whoever does not know it.
///
/// A backup is its head, then sealed parts, each with its length (4 bytes) before it. The first part says nothing: by it a wrong passphrase is
/// told from a damaged file. The last says nothing too: a file that was cut off has none.
package final class BackupSeal: Sendable {
  private let key: SecretBytes
  /// The parts are bound to it.
  package let head: BackupHead

  /// The seal of a new backup, under a salt of its own.
  package convenience init(
    _ passphrase: borrowing SecretBytes, _ cost: Argon2id.Parameters = .recommended
  ) throws(CryptoError) {
    try self.init(passphrase, BackupHead(cost, salt: SystemRandom.bytes(BackupHead.saltSize)))
  }

  /// The seal of a backup that was made before; whether the passphrase is right shows by its first part.
  package init(_ passphrase: borrowing SecretBytes, _ head: BackupHead) throws(CryptoError) {
    let stretched = try Argon2id.derive(from: passphrase, salt: head.salt.span, parameters: head.cost)
    key = HKDFSHA256.derive(
      from: stretched, salt: head.salt.span, info: Array("bailey identity backup".utf8).span, count: 32)
    self.head = head
  }

  /// The length of the frame, and the sealed part.
  package func frame(_ part: BackupPart, _ content: borrowing SecretBytes, number: UInt64) throws(CryptoError)
    -> [UInt8]
  {
    precondition(content.count <= BackupPart.largest)
    var sealed = [UInt8](repeating: 0, count: content.count + AESGCM.tagSize)
    var target = sealed.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(key)
    try content.withBytes { (content) throws(CryptoError) in
      try cipher.seal(content, nonce: Self.nonce(number).span, associated: associated(part).span, into: &target)
    }
    return BackupPart.prefix(part, count: sealed.count) + sealed
  }

  /// Throws unless it was sealed by this key as this part under this number.
  package func open(_ part: BackupPart, _ sealed: [UInt8], number: UInt64) throws(CryptoError) -> SecretBytes {
    guard sealed.count > AESGCM.tagSize else { throw .authenticationFailed }
    var cipher = AESGCM()
    cipher.setKey(key)
    return try SecretBytes(count: sealed.count - AESGCM.tagSize) { (target) throws(CryptoError) in
      try cipher.open(sealed.span, nonce: Self.nonce(number).span, associated: associated(part).span, into: &target)
    }
  }

  private func associated(_ part: BackupPart) -> [UInt8] { head.bytes + [part.rawValue] }

  /// No key seals two parts under one number: each backup has a key of its own.
  private static func nonce(_ number: UInt64) -> [UInt8] {
    [0, 0, 0, 0] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// The kinds of a backup's parts, in the order in which they come. The numbers are in files.
package enum BackupPart: UInt8, Sendable, CaseIterable {
  case beginning = 1
  case settings, rootKey, database, end

  /// The most bytes of one.
  package static let largest = 64 << 10
  /// Kind and length before each.
  package static let prefixSize = 5

  static func prefix(_ part: BackupPart, count: Int) -> [UInt8] {
    [part.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
  }

  /// What comes next, and how many sealed bytes it has; nil for bytes that are none.
  package static func next(_ prefix: [UInt8]) -> (part: BackupPart, count: Int)? {
    guard prefix.count == prefixSize, let part = BackupPart(rawValue: prefix[0]) else { return nil }
    let count = prefix[1...].reduce(0) { $0 << 8 | Int($1) }
    guard (AESGCM.tagSize + 1...largest + AESGCM.tagSize).contains(count) else { return nil }
    return (part, count)
  }

  /// Whether it may follow another: of settings and root key there is one each, of the database there are many parts.
  package func mayFollow(_ other: BackupPart?) -> Bool {
    switch (other, self) {
    case (nil, .beginning), (.beginning, .settings), (.settings, .rootKey), (.rootKey, .database),
      (.database, .database),
      (.database, .end):
      true
    default: false
    }
  }
}

/// The beginning of a backup: by what its key is derived from the passphrase.
package struct BackupHead: Sendable, Equatable {
  package static let size = magic.count + 12 + saltSize
  static let saltSize = 16
  private static let magic = Array("bailey-identity backup 1\n".utf8)

  let cost: Argon2id.Parameters
  let salt: [UInt8]

  init(_ cost: Argon2id.Parameters, salt: [UInt8]) { (self.cost, self.salt) = (cost, salt) }

  /// Reads a head; nil for what is none, and for one that asks for more memory or time than this program ever does.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
    let numbers = (0..<3).map { index in
      bytes[(Self.magic.count + 4 * index)...].prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    guard numbers[0] <= Self.mostMemory, numbers[1] <= Self.mostPasses,
      let cost = Argon2id.Parameters(memoryKiB: numbers[0], passes: numbers[1], lanes: numbers[2])
    else { return nil }
    self.init(cost, salt: Array(bytes.suffix(Self.saltSize)))
  }

  private static let mostMemory: UInt32 = 256 << 10
  private static let mostPasses: UInt32 = 16

  package var bytes: [UInt8] {
    let numbers = [cost.memoryKiB, cost.passes, cost.lanes].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    return Self.magic + numbers + salt
  }
}
