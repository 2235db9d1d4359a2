// SPDX-License-Identifier: Apache-2.0
import AppModel
import CryptoPrimitives
import PropertyLists
import WireFormat

/// The installed apps as they are stored.
///
/// `BAILEYIN`, version (4), then six lists, each after how many it has (4). Authorities: DER. Apps: publisher, signer, SHA-256 of
/// the sealed list (32), `Info.plist`, entitlements. Identifiers that are kept: name, publisher. Groups: name, publisher.
/// Vendors: vendor, identifier (16). Publishers that are
/// revoked; version 1 has none. At last the SHA-256 of all that. Bytes and texts come after their lengths (4), integers
/// are big-endian. A publisher is the byte 1 and the SHA-256 of the key (32), or the byte 2: ad hoc. A vendor is the byte 1 and
/// that of its key, or the byte 3 and what its apps' identifiers begin with; before version 3 it was a publisher.
package enum InstalledAppsFile {
  package static let largest = 64 << 20
  private static let magic = Array("BAILEYIN".utf8)
  private static let version: UInt32 = 3
  private static let longestText = 4096
  private static let largestCertificate = 64 << 10
  private static let maximumNames = 1 << 14
  private static let vendorSize = 16

  package static func encode(_ register: InstalledRegister) throws(InstalledAppsError) -> [UInt8] {
    var bytes = magic + number(version) + number(UInt32(register.authorities.count))
    for authority in register.authorities { bytes += counted(authority) }
    let apps = register.apps.sorted { precedes($0.key, $1.key) }.map(\.value)
    bytes += number(UInt32(apps.count))
    for app in apps {
      bytes += coded(app.requirement.publisher) + counted(Array(app.signer.utf8)) + app.seal
      bytes += counted(app.info) + counted(app.xml)
    }
    for names in [register.kept, register.groups] {
      guard names.count <= maximumNames else { throw .full }
      bytes += number(UInt32(names.count))
      for (name, publisher) in names.sorted(by: { precedes($0.key, $1.key) }) {
        bytes += counted(Array(name.utf8)) + coded(publisher)
      }
    }
    bytes += number(UInt32(register.vendors.count))
    let vendors = register.vendors.map { (coded($0.key), $0.value) }
    for (vendor, identifier) in vendors.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      bytes += vendor + identifier
    }
    bytes += number(UInt32(register.revoked.count))
    for publisher in register.revoked.map({ coded($0) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      bytes += publisher
    }
    guard bytes.count + SHA256.size <= largest else { throw .full }
    return bytes + SHA256.hash(bytes.span)
  }

  package static func decode(_ bytes: Span<UInt8>) throws(InstalledAppsError) -> InstalledRegister {
    guard (magic.count + 4 + SHA256.size...largest).contains(bytes.count) else { throw .damaged }
    let contents = bytes.extracting(0..<bytes.count - SHA256.size)
    let digest = SHA256.hash(contents)
    guard digest.indices.allSatisfy({ bytes[contents.count + $0] == digest[$0] }) else { throw .damaged }
    do {
      return try register(in: contents)
    } catch let error as InstalledAppsError {
      throw error
    } catch {
      throw .damaged
    }
  }

  private static func register(in bytes: Span<UInt8>) throws -> InstalledRegister {
    var cursor = WireCursor()
    guard try cursor.bytes(magic.count, in: bytes) == magic else { throw InstalledAppsError.damaged }
    let found = try cursor.integer(UInt32.self, in: bytes)
    guard found <= version else { throw InstalledAppsError.newerVersion }
    guard found >= 1 else { throw InstalledAppsError.damaged }
    var register = InstalledRegister()
    for _ in 0..<(try count(&cursor, in: bytes, atMost: InstalledApps.maximumAuthorities)) {
      register.authorities.append(try counted(&cursor, in: bytes, atMost: largestCertificate))
    }
    for _ in 0..<(try count(&cursor, in: bytes, atMost: InstalledApps.maximum)) {
      // An App Clip with a folder of another publisher's group could be installed once: it is there no more.
      guard let app = try app(&cursor, in: bytes) else { continue }
      guard register.apps.updateValue(app, forKey: app.identifier) == nil else { throw InstalledAppsError.damaged }
    }
    register.kept = try names(&cursor, in: bytes)
    register.groups = try names(&cursor, in: bytes)
    for _ in 0..<(try count(&cursor, in: bytes, atMost: InstalledApps.maximum)) {
      let vendor = try vendor(&cursor, in: bytes)
      let identifier = try cursor.bytes(vendorSize, in: bytes)
      if let vendor { register.vendors[vendor] = identifier } else { register.divide(identifier) }
    }
    if found >= 2 {
      for _ in 0..<(try count(&cursor, in: bytes, atMost: InstalledApps.maximumRevoked)) {
        register.revoked.insert(try publisher(&cursor, in: bytes))
      }
    }
    try cursor.end(in: bytes)
    return register
  }

  private static func app(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> InstalledApp? {
    let publisher = try publisher(&cursor, in: bytes)
    let signer = try text(&cursor, in: bytes)
    let seal = try cursor.bytes(SHA256.size, in: bytes)
    let info = try counted(&cursor, in: bytes, atMost: PropertyListLimits.bytes)
    let xml = try counted(&cursor, in: bytes, atMost: PropertyListLimits.bytes)
    do {
      return try InstalledApp(publisher: publisher, signer: signer, seal: seal, info: info, xml: xml)
    } catch .foreignGroup {
      return nil
    }
  }

  private static func names(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> [String: Publisher] {
    var names: [String: Publisher] = [:]
    for _ in 0..<(try count(&cursor, in: bytes, atMost: maximumNames)) {
      let name = try text(&cursor, in: bytes)
      names[name] = try publisher(&cursor, in: bytes)
    }
    return names
  }

  // MARK: - Parts

  private static func publisher(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> Publisher {
    switch try cursor.byte(in: bytes) {
    case 1: .key(try cursor.bytes(SHA256.size, in: bytes))
    case 2: .adHoc
    default: throw InstalledAppsError.damaged
    }
  }

  /// The publisher of a record; nil: all that were signed ad hoc, as in version 2.
  private static func vendor(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> Vendor? {
    switch try cursor.byte(in: bytes) {
    case 1: .key(try cursor.bytes(SHA256.size, in: bytes))
    case 2: nil
    case 3: .domain(try text(&cursor, in: bytes))
    default: throw InstalledAppsError.damaged
    }
  }

  private static func coded(_ vendor: Vendor) -> [UInt8] {
    switch vendor {
    case .key(let digest): [1] + digest
    case .domain(let domain): [3] + counted(Array(domain.utf8))
    }
  }

  private static func coded(_ publisher: Publisher) -> [UInt8] {
    switch publisher {
    case .key(let digest): [1] + digest
    case .adHoc: [2]
    }
  }

  private static func text(_ cursor: inout WireCursor, in bytes: Span<UInt8>) throws -> String {
    let text = try counted(&cursor, in: bytes, atMost: longestText)
    guard let text = String(validating: text, as: UTF8.self) else { throw InstalledAppsError.damaged }
    return text
  }

  private static func count(
    _ cursor: inout WireCursor, in bytes: Span<UInt8>, atMost limit: Int
  ) throws -> Int {
    let count = Int(try cursor.integer(UInt32.self, in: bytes))
    guard count <= limit else { throw InstalledAppsError.damaged }
    return count
  }

  private static func counted(
    _ cursor: inout WireCursor, in bytes: Span<UInt8>, atMost limit: Int
  ) throws -> [UInt8] {
    try cursor.bytes(count(&cursor, in: bytes, atMost: limit), in: bytes)
  }

  private static func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (3 - $0))) }
  }

  private static func counted(_ bytes: [UInt8]) -> [UInt8] { number(UInt32(bytes.count)) + bytes }
}

extension InstalledRegister {
  /// Gives each vendor of ad-hoc apps an identifier of its own that follows from the one they had in common.
  fileprivate mutating func divide(_ identifier: [UInt8]) {
    for app in apps.values {
      guard case .domain(let domain) = Vendor(app.requirement) else { continue }
      vendors[.domain(domain)] = Array(SHA256.hash((identifier + Array(domain.utf8)).span).prefix(identifier.count))
    }
  }
}
