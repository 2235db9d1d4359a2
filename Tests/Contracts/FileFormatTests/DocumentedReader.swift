// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Files
import Foundation
import ProtectionModel
import ProtectionModelTesting
import SecretMemory
import SystemCalls

/// Reads a store as `Documentation/FileFormat.md` describes it, with nothing of the program but its cryptography.
struct DocumentedReader {
  enum Entry: Equatable {
    case folder(protection: UInt8)
    case file(protection: UInt8, contents: [UInt8])
    case link(target: [UInt8])
  }

  struct Damaged: Error {
    let path: String
    let reason: String
  }

  let store: String
  let keys: FakeClassKeys

  /// Every entry of the tree programs see, by its path.
  func read() throws -> [String: Entry] {
    var entries: [String: Entry] = [:]
    let root = try folderRecord(store, tag: nil)
    try read(store, root.id, "", into: &entries)
    return entries
  }

  // MARK: - The tree

  private func read(_ folder: String, _ id: [UInt8], _ plain: String, into entries: inout [String: Entry]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !name.hasPrefix(".") && !(name.hasPrefix("~") && name.hasSuffix(".name")) {
      let path = folder + "/" + name
      let sealed = name.hasPrefix("~") ? try attribute("user.bailey", of: path + ".name") : try base64URL(name)
      if name.hasPrefix("~") { try expect(SHA256.hash(sealed.span) == base64URL(name.dropFirst()), path, "hash") }
      let plainName = try String(decoding: openSIV(sealed, [id], "names"), as: UTF8.self)
      let tag = Array((name.hasPrefix("~") ? SHA256.hash(sealed.span) : sealed).prefix(8))
      switch try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
      case .typeDirectory?:
        let record = try folderRecord(path, tag: tag)
        entries[plain + plainName] = .folder(protection: record.protection)
        try read(path, record.id, plain + plainName + "/", into: &entries)
      case .typeSymbolicLink?: entries[plain + plainName] = .link(target: try target(path))
      default: entries[plain + plainName] = try file(path, tag)
      }
    }
  }

  private func folderRecord(_ path: String, tag: [UInt8]?) throws -> (id: [UInt8], protection: UInt8) {
    let record = try unsealed(attribute("user.bailey", of: path), 2, path)
    try expect(record[0] == 1, path, "version")
    let tags = try tags(record[18...], path)
    try expect(tag.map { tags.contains($0) } ?? tags.isEmpty, path, "tag")
    return (Array(record[2..<18]), record[1])
  }

  private func tags(_ bytes: ArraySlice<UInt8>, _ path: String) throws -> [[UInt8]] {
    let count = Int(integer(bytes.prefix(2)))
    try expect(bytes.count == 2 + 8 * count, path, "tags")
    return (0..<count).map { Array(bytes.dropFirst(2 + 8 * $0).prefix(8)) }
  }

  private func target(_ path: String) throws -> [UInt8] {
    var text = try FileManager.default.destinationOfSymbolicLink(atPath: path)[...]
    var contents = try? base64URL(text)
    if text.hasPrefix("~") {
      text = text.dropFirst()
      let reference = try base64URL(text)
      let name = reference.prefix(16).map { String(format: "%02x", $0) }.joined()
      contents = try Array(Data(contentsOf: URL(fileURLWithPath: store + "/.bailey/targets/" + name)))
      try expect(integer(reference[16..<18]) == UInt64((contents?.count ?? 0) - 28), path, "length")
    }
    let bytes = contents ?? []
    return try openSIV(Array(bytes.dropFirst(12)), [Array(bytes.prefix(12))], "targets")
  }

  // MARK: - Files

  private func file(_ path: String, _ tag: [UInt8]) throws -> Entry {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    let record = try unsealed(attribute("user.bailey", of: path), 1, path)
    try expect([1, 2].contains(record[0]) && (record[1] & 1 == 1 || bytes.count == 512), path, "version, settled")
    let tagsEnd = 32 + 8 * Int(integer(record[30..<32]))
    try expect(tags(record[30..<tagsEnd], path).contains(tag), path, "tag")
    let holes = holes(record, after: tagsEnd)
    let size = Int(integer(record[18..<26]))
    let expected = 512 + 4124 * (size / 4096) + (size % 4096 > 0 ? size % 4096 + 28 : 0)
    try expect(bytes.count == expected, path, "length")
    let bodies = try [0, 256].compactMap { try headerBody(bytes[$0..<$0 + 256], path) }
    guard let body = bodies.max(by: { integer($0[0..<8]) < integer($1[0..<8]) }) else {
      throw Damaged(path: path, reason: "header")
    }
    let id = Array(body[8..<24])
    try expect(id == Array(record[2..<18]) && body[100...].allSatisfy { $0 == 0 }, path, "id")
    try expect(body[98] <= 1 && body[99] <= 4, path, "where the class is from, and what is owed")
    guard let keyClass = KeyClass(rawValue: body[24]),
      let wrapped = WrappedKey(keyClass: keyClass, bytes: Array(body[26..<26 + Int(body[25])]))
    else { throw Damaged(path: path, reason: "wrapped key") }
    let key = try keys.unwrap(wrapped)
    var contents: [UInt8] = []
    for (index, start) in stride(from: 512, to: bytes.count, by: 4124).enumerated() {
      let block = Array(bytes[start..<min(start + 4124, bytes.count)])
      if holes.contains(where: { $0.contains(UInt64(index)) }) && block.allSatisfy({ $0 == 0 }) {
        contents += [UInt8](repeating: 0, count: block.count - 28)
      } else {
        contents += try openGCM(block, associated: id + bytes8(UInt64(index)), key)
      }
    }
    return .file(protection: body[24], contents: contents)
  }

  /// The blocks that may be holes.
  private func holes(_ record: [UInt8], after tagsEnd: Int) -> [Range<UInt64>] {
    guard record[1] & 2 == 2 else { return [] }
    guard record[0] == 2 else { return [0..<UInt64.max] }
    return stride(from: tagsEnd + 2, to: record.count, by: 16).map {
      integer(record[$0..<$0 + 8])..<integer(record[$0 + 8..<$0 + 16])
    }
  }

  /// Nil for a copy that is not used.
  private func headerBody(_ slot: ArraySlice<UInt8>, _ path: String) throws -> [UInt8]? {
    if slot.allSatisfy({ $0 == 0 }) { return nil }
    let slot = Array(slot)
    try expect(Array(slot[0..<8]) == Array("BAILEYF".utf8) + [1], path, "magic")
    return try openGCM(Array(slot[8...]), associated: Array(slot[0..<8]), derived("headers", 32))
  }

  /// The attributes of an entry, by its path in the store.
  func attributes(of path: String) throws -> [String: [UInt8]] {
    let file = try FileDescriptor.open(path, O_RDONLY)
    let id = try Array(attribute("user.bailey", of: path)[2..<18])
    var found: [String: [UInt8]] = [:]
    for stored in try file.extendedAttributeNames() where stored != "user.bailey" {
      let value = try attribute(stored, of: path)
      if stored == "user.bailey-acl" || stored == "user.bailey-acl-default" {
        let list = stored == "user.bailey-acl" ? "access" : "default"
        let opened = try openSIV(value, [id, [0] + Array(list.utf8)], "attributes")
        found["system.posix_acl_" + list] = Array(opened.dropFirst())
      } else if stored.hasPrefix("user.bailey.~") {
        let count = Int(integer(value.prefix(2)))
        let sealed = Array(value[2..<2 + count])
        try expect(SHA256.hash(sealed.span) == base64URL(stored.dropFirst(13)), path, "hash")
        try open(sealed, Array(value[(2 + count)...]), id, into: &found)
      } else if stored.hasPrefix("user.bailey.") {
        try open(base64URL(stored.dropFirst(12)), value, id, into: &found)
      }
    }
    return found
  }

  private func open(
    _ sealed: [UInt8], _ value: [UInt8], _ id: [UInt8], into found: inout [String: [UInt8]]
  ) throws {
    let name = try openSIV(sealed, [Array("name".utf8)], "attributes")
    let opened = try openSIV(value, [id, name], "attributes")
    found["user." + String(decoding: name, as: UTF8.self)] = Array(opened.dropFirst())
  }

  // MARK: - Primitives

  private func derived(_ purpose: String, _ size: Int) -> SecretBytes {
    let none: [UInt8] = []
    return HKDFSHA256.derive(
      from: keys.volumeKey(), salt: none.span, info: Array("bailey files 1 \(purpose)".utf8).span, count: size)
  }

  private func openSIV(_ sealed: [UInt8], _ associated: [[UInt8]], _ purpose: String) throws -> [UInt8] {
    try AESSIV.open(sealed.span, associated: associated, key: derived(purpose, 64))
  }

  private func openGCM(_ sealed: [UInt8], associated: [UInt8], _ key: borrowing SecretBytes) throws -> [UInt8] {
    var plain = [UInt8](repeating: 0, count: sealed.count - 28)
    var span = plain.mutableSpan
    var cipher = AESGCM()
    cipher.setKey(key)
    let (nonce, rest) = (Array(sealed[..<12]), Array(sealed[12...]))
    try cipher.open(rest.span, nonce: nonce.span, associated: associated.span, into: &span)
    return plain
  }

  private func unsealed(_ bytes: [UInt8], _ label: UInt8, _ path: String) throws -> [UInt8] {
    let message = [label] + bytes.dropLast(16)
    let tag = HMACSHA256.authenticate(message.span, key: derived("records", 32)).prefix(16)
    try expect(Array(tag) == Array(bytes.suffix(16)), path, "seal")
    return bytes.dropLast(16)
  }

  private func attribute(_ name: String, of path: String) throws -> [UInt8] {
    try FileDescriptor.open(path, O_RDONLY).extendedAttribute(name) ?? []
  }

  private func base64URL(_ text: some StringProtocol) throws -> [UInt8] {
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding) else {
      throw Damaged(path: String(text), reason: "base64url")
    }
    return Array(data)
  }

  private func integer(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
  private func bytes8(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }

  private func expect(_ holds: Bool, _ path: String, _ reason: String) throws {
    guard holds else { throw Damaged(path: path, reason: reason) }
  }
}
