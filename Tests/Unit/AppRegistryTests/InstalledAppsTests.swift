// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import Foundation
import ProtectionModel
import ProtectionModel
import SystemCalls
import TemporaryFolder
import Testing
import Threads

/// Whose an identifier and a group is, and what stays after a removal.
@Suite struct InstalledAppsTests {
  private static let ada = Publisher.key([UInt8](repeating: 1, count: 32))
  private static let eve = Publisher.key([UInt8](repeating: 2, count: 32))

  private func app(
    _ name: String, by publisher: Publisher, version: String = "1", groups: [String] = [], isClip: Bool = false
  ) throws -> InstalledApp {
    let info =
      "<plist><dict><key>CFBundleIdentifier</key><string>org.\(name)</string><key>CFBundleExecutable</key>"
      + "<string>\(name)</string><key>CFBundleVersion</key><string>\(version)</string></dict></plist>"
    let array = groups.map { "<string>\($0)</string>" }.joined()
    let xml =
      "<plist><dict><key>com.apple.security.application-groups</key><array>\(array)</array>"
      + (isClip ? "<key>com.apple.developer.on-demand-install-capable</key><true/>" : "") + "</dict></plist>"
    return try InstalledApp(
      publisher: publisher, signer: "A", seal: [UInt8](repeating: 7, count: 32), info: Array(info.utf8),
      xml: Array(xml.utf8))
  }

  private let seals = KnownDigest()

  private func withApps(_ body: (InstalledApps, String) throws -> Void) throws {
    try withTemporaryFolder { path in try body(open(path), path) }
  }

  private func open(_ path: String) throws -> InstalledApps {
    try InstalledApps(in: FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), seals)
  }

  private static let vendor = Vendor(CodeRequirement(identifier: "org.a", publisher: ada))
  private func vendor(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

  @Test func `What is installed is read again`() throws {
    try withApps { apps, path in
      try apps.trust([0x30, 0])
      try apps.install(app("a", by: Self.ada, groups: ["group.x"]), vendor: vendor(1))
      try apps.install(app("b", by: .adHoc), vendor: vendor(2))
      let again = try open(path)
      #expect(again.apps == apps.apps && again.apps.map(\.identifier) == ["org.a", "org.b"])
      #expect(again.authorities == [[0x30, 0]])
      #expect(again.vendorIdentifier(of: Self.vendor) == vendor(1))
    }
  }

  @Test func `An identifier stays its publishers also when only the data is left`() throws {
    try withApps { apps, _ in
      try apps.install(app("a", by: Self.ada), vendor: vendor(1))
      #expect(throws: InstalledAppsError.otherPublisher("org.a")) {
        try apps.install(app("a", by: Self.eve), vendor: vendor(2))
      }
      #expect(throws: InstalledAppsError.otherPublisher("org.a")) {
        try apps.install(app("a", by: .adHoc), vendor: vendor(2))
      }
      try apps.remove("org.a", data: .kept)
      #expect(throws: InstalledAppsError.otherPublisher("org.a")) {
        try apps.install(app("a", by: Self.eve), vendor: vendor(2))
      }
      try apps.remove("org.a", data: .removed)
      try apps.install(app("a", by: Self.eve), vendor: vendor(2))
      #expect(throws: InstalledAppsError.notInstalled) { try apps.remove("org.b", data: .removed) }
    }
  }

  @Test func `A group of apps is one publishers`() throws {
    try withApps { apps, _ in
      try apps.install(app("a", by: Self.ada, groups: ["group.x"]), vendor: vendor(1))
      #expect(throws: InstalledAppsError.groupTaken("group.x")) {
        try apps.install(app("b", by: Self.eve, groups: ["group.x"]), vendor: vendor(2))
      }
      // An App Clip has no items of a group, and its folder.
      #expect(throws: InstalledAppsError.groupTaken("group.x")) {
        try apps.install(app("d", by: Self.eve, groups: ["group.x"], isClip: true), vendor: vendor(2))
      }
      try apps.install(app("c", by: Self.ada, groups: ["group.x"]), vendor: vendor(1))
      try apps.remove("org.a", data: .removed)
      #expect(throws: InstalledAppsError.groupTaken("group.x")) {
        try apps.install(app("b", by: Self.eve, groups: ["group.x"]), vendor: vendor(2))
      }
      try apps.remove("org.c", data: .removed)
      try apps.install(app("b", by: Self.eve, groups: ["group.x"]), vendor: vendor(2))
    }
  }

  @Test func `The vendors identifier changes when the last app of the vendor has gone`() throws {
    try withApps { apps, _ in
      try apps.install(app("a", by: Self.ada), vendor: vendor(1))
      try apps.install(app("b", by: Self.ada), vendor: vendor(2))
      try apps.remove("org.a", data: .removed)
      #expect(apps.vendorIdentifier(of: Self.vendor) == vendor(1))
      try apps.remove("org.b", data: .kept)
      #expect(apps.vendorIdentifier(of: Self.vendor) == nil)
      try apps.install(app("a", by: Self.ada), vendor: vendor(3))
      #expect(apps.vendorIdentifier(of: Self.vendor) == vendor(3))
    }
  }

  @Test func `Apps that are signed ad hoc have their identifiers' vendor, also in a register of before`() throws {
    func identifier(_ apps: InstalledApps, _ app: String) -> [UInt8]? {
      apps.vendorIdentifier(of: Vendor(CodeRequirement(identifier: app, publisher: .adHoc)))
    }
    try withApps { apps, path in
      for (number, name) in ["one.a", "one.B", "two.a"].enumerated() {
        try apps.install(app(name, by: .adHoc), vendor: vendor(UInt8(number)))
      }
      for apps in [apps, try open(path)] {
        #expect(identifier(apps, "org.one.a") == vendor(0) && identifier(apps, "org.ONE.b") == vendor(0))
        #expect(identifier(apps, "org.two.a") == vendor(2) && identifier(apps, "org.three.a") == nil)
      }
      try apps.remove("org.one.a", data: .removed)
      #expect(identifier(apps, "org.one.B") == vendor(0))
      try apps.remove("org.one.B", data: .removed)
      #expect(identifier(apps, "org.one.B") == nil)
    }
  }

  @Test func `Capitals of an identifier do not make another app`() throws {
    try withApps { apps, _ in
      try apps.install(app("Ledger", by: Self.ada), vendor: vendor(1))
      for publisher in [Self.ada, Self.eve, .adHoc] {
        #expect(throws: InstalledAppsError.spelledOtherwise("org.Ledger")) {
          try apps.install(app("ledger", by: publisher), vendor: vendor(2))
        }
      }
      #expect(apps.app("org.LEDGER")?.identifier == "org.Ledger" && apps.app("org.Ledgers") == nil)
      // As long as its data is here too.
      try apps.remove("org.Ledger", data: .kept)
      #expect(throws: InstalledAppsError.spelledOtherwise("org.Ledger")) {
        try apps.install(app("ledger", by: Self.ada), vendor: vendor(2))
      }
      try apps.remove("org.Ledger", data: .removed)
      try apps.install(app("ledger", by: Self.eve), vendor: vendor(2))
    }
  }

  @Test func `A damaged register does not count`() throws {
    try withApps { apps, path in
      try apps.install(app("a", by: Self.ada), vendor: vendor(1))
      let file = URL(fileURLWithPath: path).appending(path: "installed")
      var bytes = try Data(contentsOf: file)
      bytes[30] ^= 1
      try bytes.write(to: file)
      let damaged = try open(path)
      #expect(damaged.defect == .forged && damaged.apps.isEmpty)
    }
  }

  @Test func `Nobody has a group of another publisher`() throws {
    func groups(_ name: String, _ publisher: Publisher) throws -> InstalledApp {
      try app("a", by: publisher, groups: [name])
    }
    #expect(throws: InstalledAppDefect.foreignGroup("\(Self.eve.team).x")) {
      try groups("\(Self.eve.team).x", Self.ada)
    }
    #expect(throws: InstalledAppDefect.foreignGroup(Self.ada.team)) { try groups(Self.ada.team, Self.ada) }
    _ = try groups("\(Self.ada.team).x", Self.ada)
    // Anybody signs ad hoc: such an app has what bears its own name.
    #expect(throws: InstalledAppDefect.foreignGroup("ADHOC.org.b")) { try groups("ADHOC.org.b", .adHoc) }
    #expect(throws: InstalledAppDefect.foreignGroup("group.x")) { try groups("group.x", .adHoc) }
    _ = try groups("ADHOC.org.a", .adHoc)
    #expect(throws: InstalledAppDefect.foreignGroup("group.x")) {
      try app("a", by: .adHoc, groups: ["group.x"], isClip: true)
    }
  }

  // MARK: - Which one counts

  private func contents(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/installed"))
  }

  @Test func `A forged, older or missing register is refused until the owner begins a new one`() throws {
    try withApps { apps, path in
      try apps.install(app("a", by: Self.ada), vendor: vendor(1))
      let older = try contents(path)
      try apps.install(app("b", by: Self.eve), vendor: vendor(2))
      try older.write(to: URL(fileURLWithPath: path + "/installed"))
      let replaced = try open(path)
      #expect(replaced.defect == .forged && replaced.apps.isEmpty)
      #expect(throws: InstalledAppsError.refused(.forged)) {
        try replaced.install(app("c", by: Self.eve), vendor: vendor(3))
      }
      try FileManager.default.removeItem(atPath: path + "/installed")
      let missing = try open(path)
      #expect(missing.defect == .missing)
      let heard = Locked<[Bool]>([])
      missing.onChange { defect in heard.withLock { $0.append(defect == nil) } }
      try missing.trust([0x30, 0])
      #expect(missing.defect == nil && heard.withLock { $0 } == [false, true])
      #expect(try open(path).authorities == [[0x30, 0]])
    }
  }

  @Test func `A crash between the seal and the new name leaves the new register`() throws {
    try withApps { apps, path in
      try apps.install(app("a", by: Self.ada), vendor: vendor(1))
      let before = try contents(path)
      try apps.install(app("b", by: Self.ada), vendor: vendor(1))
      // As it was before the new file had its name.
      try FileManager.default.moveItem(atPath: path + "/installed", toPath: path + "/installed.new")
      try before.write(to: URL(fileURLWithPath: path + "/installed"))
      #expect(try open(path).apps.map(\.identifier) == ["org.a", "org.b"])
      #expect(try open(path).apps.count == 2)
    }
  }

  @Test func `A revoked publisher is known after a restart`() throws {
    try withApps { apps, path in
      try apps.revoke(Self.eve)
      #expect(apps.isRevoked(Self.eve) && !apps.isRevoked(Self.ada))
      #expect(try open(path).isRevoked(Self.eve))
    }
  }
}

/// In the place of the sealed register of programs.
private final class KnownDigest: InstalledSeals {
  private let known = Locked(KnownInstalled.none)
  func knownInstalled() -> KnownInstalled { known.withLock { $0 } }
  func noteInstalled(_ digest: [UInt8], by authority: AppRegistry.Authority) throws(AppRegistryError) {
    known.withLock { $0 = .digest(digest) }
  }
}
