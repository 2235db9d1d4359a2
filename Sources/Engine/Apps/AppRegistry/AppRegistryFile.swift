// SPDX-License-Identifier: Apache-2.0
import AppModel
import CryptoPrimitives
package import ProtectionModel
import PropertyLists
import WireFormat

/// The register as it is stored.
///
/// `BAILEYAP`, version (4), whose the groups are that it does not name (1: `AppRegister.Others`), whether there is a register
/// of installed apps (1: 0 or 1) and then its SHA-256 (32), how many apps (4); for
/// each its path, the SHA-256 of the executable (32) and the entitlements as XML, path and XML after their lengths (4). How
/// many groups (4); for each its name after its length (4), whether it may have keys of the enclave (1: 0 or 1), how many
/// executables it was given to (4), and of each the path after its length (4) and the SHA-256 (32). At last the seal: the
/// number (8) and the code (32) that the enclave made of the SHA-256 of all before. Integers are big-endian. Apps, groups
/// and executables stand in ascending order of the bytes of their paths and names.
///
/// Version 3 does not know the register of installed apps. Versions 1 and 2 do not say whose other groups are, and end with the SHA-256 of all before instead of a seal. Version 1
/// has no groups: each is then its registered programs', and may have keys.
package enum AppRegistryFile {
  package static let largest = 16 << 20
  private static let magic = Array("BAILEYAP".utf8)
  private static let version: UInt32 = 4
  private static let longestPath = 4096
  private static let maximumGroups = 1 << 16
  private static let sealSize = 8 + RegisterSeal.size

  /// The contents of a file, before its seal has been checked.
  package struct Contents: Sendable, Equatable {
    package let register: AppRegister
    /// The digest of all that the seal covers.
    package let digest: [UInt8]
    /// Versions 1 and 2 have none.
    package let seal: RegisterSeal?
  }

  /// All but the seal. Groups that were given stay: what anyone may give leaves half of the room for the owner.
  package static func encode(
    _ register: AppRegister, leavingRoom: Bool = false
  ) throws(AppRegistryError) -> [UInt8] {
    let parts = leavingRoom ? 2 : 1
    let apps = register.apps.values.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var bytes = magic + number(version) + [register.others.rawValue]
    bytes += register.installed.map { [1] + $0 } ?? [0]
    bytes += number(UInt32(apps.count))
    for app in apps { bytes += counted(app.path) + app.digest + counted(app.xml) }
    let groups = register.groups.values.sorted { precedes($0.name, $1.name) }
    guard groups.count <= maximumGroups / parts else { throw .full }
    bytes += number(UInt32(groups.count))
    for group in groups {
      let holders = group.holders.sorted { $0.path.lexicographicallyPrecedes($1.path) }
      bytes += counted(Array(group.name.utf8)) + [group.mayHaveKeys ? 1 : 0] + number(UInt32(holders.count))
      for holder in holders { bytes += counted(holder.path) + holder.digest }
    }
    guard bytes.count + sealSize <= largest / parts else { throw .full }
    return bytes
  }

  package static func encode(_ seal: RegisterSeal) -> [UInt8] {
    number(UInt32(seal.number >> 32)) + number(UInt32(truncatingIfNeeded: seal.number)) + seal.code
  }

  package static func decode(_ bytes: Span<UInt8>) throws(AppRegistryError) -> Contents {
    guard (magic.count + 4 + SHA256.size...largest).contains(bytes.count) else { throw .damaged }
    do {
      return try contents(of: bytes)
    } catch let error as AppRegistryError {
      throw error
    } catch {
      throw .damaged
    }
  }

  private static func contents(of bytes: Span<UInt8>) throws -> Contents {
    var cursor = WireCursor()
    guard try cursor.bytes(magic.count, in: bytes) == magic else { throw AppRegistryError.damaged }
    let found = try cursor.integer(UInt32.self, in: bytes)
    guard found <= version else { throw AppRegistryError.newerVersion }
    guard found >= 1 else { throw AppRegistryError.damaged }
    let end = bytes.count - (found < 3 ? SHA256.size : sealSize)
    guard end > 0 else { throw AppRegistryError.damaged }
    let digest = SHA256.hash(bytes.extracting(0..<end))
    var rest = WireCursor(at: end)
    if found < 3 {
      guard try rest.bytes(SHA256.size, in: bytes) == digest else { throw AppRegistryError.damaged }
      return Contents(register: try register(in: bytes.extracting(0..<end), found), digest: digest, seal: nil)
    }
    let number = try rest.integer(UInt64.self, in: bytes)
    guard let seal = RegisterSeal(number: number, code: try rest.bytes(RegisterSeal.size, in: bytes)) else {
      throw AppRegistryError.damaged
    }
    return Contents(register: try register(in: bytes.extracting(0..<end), found), digest: digest, seal: seal)
  }

  private static func register(in bytes: Span<UInt8>, _ found: UInt32) throws -> AppRegister {
    var cursor = WireCursor(at: magic.count + 4)
    let others = found < 3 ? UInt8(0) : try cursor.byte(in: bytes)
    guard let others = AppRegister.Others(rawValue: others) else { throw AppRegistryError.damaged }
    let installed = found < 4 ? nil : try installed(&cursor, in: bytes)
    let count = try cursor.integer(UInt32.self, in: bytes)
    guard count <= AppRegistry.maximum else { throw AppRegistryError.damaged }
    var apps: [AppRegistration] = []
    for _ in 0..<count { apps.append(try app(&cursor, in: bytes, after: apps.last)) }
    let groups = found == 1 ? firstGroups(of: apps) : try self.groups(&cursor, in: bytes)
    try cursor.end(in: bytes)
    return AppRegister(apps, groups, others: others, installed: installed)
  }

  private static func installed(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> [UInt8]? {
    switch try cursor.byte(in: bytes) {
    case 0: return nil
    case 1: return try cursor.bytes(SHA256.size, in: bytes)
    default: throw AppRegistryError.damaged
    }
  }

  // MARK: - Groups

  private static func firstGroups(of apps: [AppRegistration]) -> [GroupHolding] {
    var holders: [String: Set<Executable>] = [:]
    for app in apps {
      for name in app.entitlements.accessGroups { holders[name, default: []].insert(Executable(app)) }
    }
    return holders.map { GroupHolding($0.key, $0.value, mayHaveKeys: true) }
  }

  private static func groups(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> [GroupHolding] {
    let count = try cursor.integer(UInt32.self, in: bytes)
    guard count <= maximumGroups else { throw AppRegistryError.damaged }
    var groups: [GroupHolding] = []
    for _ in 0..<count {
      let name = try counted(&cursor, in: bytes, atMost: PropertyListLimits.bytes)
      guard let name = String(validating: name, as: UTF8.self), groups.last.map({ precedes($0.name, name) }) ?? true,
        case let flag = try cursor.byte(in: bytes), flag <= 1
      else { throw AppRegistryError.damaged }
      groups.append(GroupHolding(name, try holders(&cursor, in: bytes), mayHaveKeys: flag == 1))
    }
    return groups
  }

  private static func holders(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> Set<Executable> {
    let count = try cursor.integer(UInt32.self, in: bytes)
    var holders: [Executable] = []
    for _ in 0..<count {
      let path = try counted(&cursor, in: bytes, atMost: longestPath)
      guard holders.last.map({ $0.path.lexicographicallyPrecedes(path) }) ?? true else {
        throw AppRegistryError.damaged
      }
      holders.append(Executable(path: path, digest: try cursor.bytes(SHA256.size, in: bytes)))
    }
    return Set(holders)
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  // MARK: - Parts

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
