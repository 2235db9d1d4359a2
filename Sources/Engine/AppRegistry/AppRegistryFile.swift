// SPDX-License-Identifier: Apache-2.0
package import AppModel
import CryptoPrimitives
import WireFormat

/// The registrations as they are stored.
///
/// `BAILEYAP`, version (4), how many (4); for each its path, the SHA-256 of the executable (32) and the entitlements as
/// XML, path and XML after their lengths (4); at last the SHA-256 of all that. Integers are big-endian. Paths stand in
/// ascending order of their bytes.
package enum AppRegistryFile {
  package static let largest = 16 << 20
  private static let magic = Array("BAILEYAP".utf8)
  private static let version: UInt32 = 1
  private static let longestPath = 4096

  package static func encode(_ apps: [AppRegistration]) throws(AppRegistryError) -> [UInt8] {
    var bytes = magic + number(version) + number(UInt32(apps.count))
    for app in apps { bytes += counted(app.path) + app.digest + counted(app.xml) }
    guard bytes.count + SHA256.size <= largest else { throw .full }
    return bytes + SHA256.hash(bytes.span)
  }

  package static func decode(_ bytes: Span<UInt8>) throws(AppRegistryError) -> [AppRegistration] {
    guard (magic.count + 4 + SHA256.size...largest).contains(bytes.count) else { throw .damaged }
    let contents = bytes.extracting(0..<bytes.count - SHA256.size)
    let digest = SHA256.hash(contents)
    guard digest.indices.allSatisfy({ bytes[contents.count + $0] == digest[$0] }) else { throw .damaged }
    do {
      return try apps(in: contents)
    } catch let error as AppRegistryError {
      throw error
    } catch {
      throw .damaged
    }
  }

  private static func apps(in bytes: Span<UInt8>) throws -> [AppRegistration] {
    var cursor = WireCursor()
    guard try cursor.bytes(magic.count, in: bytes) == magic else { throw AppRegistryError.damaged }
    let found = try cursor.integer(UInt32.self, in: bytes)
    guard found <= version else { throw AppRegistryError.newerVersion }
    guard found == version else { throw AppRegistryError.damaged }
    let count = try cursor.integer(UInt32.self, in: bytes)
    guard count <= AppRegistry.most else { throw AppRegistryError.damaged }
    var apps: [AppRegistration] = []
    for _ in 0..<count { apps.append(try app(&cursor, in: bytes, after: apps.last)) }
    try cursor.end(in: bytes)
    return apps
  }

  private static func app(
    _ cursor: inout WireCursor, in bytes: Span<UInt8>, after previous: AppRegistration?
  ) throws -> AppRegistration {
    let path = try counted(&cursor, in: bytes, atMost: longestPath)
    let digest = try cursor.bytes(SHA256.size, in: bytes)
    let xml = try counted(&cursor, in: bytes, atMost: PropertyListLimits.bytes)
    guard path.first == UInt8(ascii: "/"), !path.contains(0),
      previous.map({ $0.path.lexicographicallyPrecedes(path) }) ?? true
    else { throw AppRegistryError.damaged }
    return try AppRegistration(path: path, digest: digest, xml: xml)
  }

  private static func counted(
    _ cursor: inout WireCursor, in bytes: Span<UInt8>, atMost limit: Int
  ) throws -> [UInt8] {
    let count = Int(try cursor.integer(UInt32.self, in: bytes))
    guard count <= limit else { throw AppRegistryError.damaged }
    return try cursor.bytes(count, in: bytes)
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (3 - $0))) }
  }

  private static func counted(_ bytes: [UInt8]) -> [UInt8] { number(UInt32(bytes.count)) + bytes }
}
