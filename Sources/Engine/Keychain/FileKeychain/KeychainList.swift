// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import KeychainModel
package import WireFormat

/// The stored list of file-based keychains, and which keychains are searched: Documentation/FileKeychain.md.
package struct KeychainList: Sendable, Equatable {
  package static let maximumKeychains = 64
  package static let maximumSearched = 64
  static let maximumSize = 256 << 10
  private static let magic = Array("BAILEYKL".utf8)
  private static let version: UInt32 = 1

  struct Entry: Equatable {
    let name: KeychainName
    /// The number of its folder. No number is used twice.
    let number: UInt64
    var settings: KeychainSettings
  }

  /// The keychains that were created. The login keychain is not among them, because it always exists.
  var entries: [Entry] = []
  var login = KeychainSettings()
  var standard: KeychainKind?
  var searched: [KeychainKind]?
  var nextNumber: UInt64 = 1

  package init() {}

  package enum Defect: Error, Equatable, Sendable { case damaged, newerVersion }
}

// MARK: - The bytes that are stored

extension KeychainList {
  package func encoded() throws(WireError) -> [UInt8] {
    var buffer = WireBuffer(smallest: 512, capacity: Self.maximumSize)
    try buffer.append(bytes: Self.magic.span)
    try buffer.append(integer: Self.version)
    try buffer.append(integer: nextNumber)
    try login.encode(into: &buffer)
    try Self.append(standard.map { [$0] }, to: &buffer)
    try Self.append(searched, to: &buffer)
    try buffer.append(integer: UInt16(entries.count))
    for entry in entries {
      try entry.name.encode(into: &buffer)
      try buffer.append(integer: entry.number)
      try entry.settings.encode(into: &buffer)
    }
    let contents = buffer.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    return contents + SHA256.hash(contents.span)
  }

  package init(encoded bytes: Span<UInt8>) throws(Defect) {
    guard bytes.count >= SHA256.size, bytes.count <= Self.maximumSize else { throw .damaged }
    let contents = bytes.extracting(0..<bytes.count - SHA256.size)
    let digest = SHA256.hash(contents)
    guard digest.indices.allSatisfy({ bytes[contents.count + $0] == digest[$0] }) else { throw .damaged }
    do {
      try self.init(decoding: contents)
    } catch let defect as Defect {
      throw defect
    } catch {
      throw .damaged
    }
  }

  private init(decoding bytes: Span<UInt8>) throws {
    var cursor = WireCursor()
    guard try cursor.bytes(Self.magic.count, in: bytes) == Self.magic else { throw Defect.damaged }
    guard try cursor.integer(UInt32.self, in: bytes) == Self.version else { throw Defect.newerVersion }
    nextNumber = try cursor.integer(in: bytes)
    login = try KeychainSettings(decoding: bytes, &cursor)
    let standard = try Self.kinds(bytes, &cursor)
    guard standard.map({ $0.count == 1 }) ?? true else { throw Defect.damaged }
    self.standard = standard?.first
    searched = try Self.kinds(bytes, &cursor)
    let count = try cursor.integer(UInt16.self, in: bytes)
    guard count <= Self.maximumKeychains else { throw Defect.damaged }
    for _ in 0..<count {
      let name = try KeychainName(decoding: bytes, &cursor)
      let number: UInt64 = try cursor.integer(in: bytes)
      guard number > 0, number < nextNumber else { throw Defect.damaged }
      entries.append(Entry(name: name, number: number, settings: try KeychainSettings(decoding: bytes, &cursor)))
    }
    try cursor.end(in: bytes)
  }

  private static func append(_ kinds: [KeychainKind]?, to buffer: inout WireBuffer) throws(WireError) {
    try buffer.append(integer: UInt16(kinds.map { $0.count + 1 } ?? 0))
    for kind in kinds ?? [] { try kind.encode(into: &buffer) }
  }

  private static func kinds(_ bytes: Span<UInt8>, _ cursor: inout WireCursor) throws -> [KeychainKind]? {
    let count = Int(try cursor.integer(UInt16.self, in: bytes))
    guard count > 0 else { return nil }
    guard count <= maximumSearched + 1 else { throw Defect.damaged }
    return try (1..<count).map { _ in try KeychainKind(decoding: bytes, &cursor) }
  }
}
