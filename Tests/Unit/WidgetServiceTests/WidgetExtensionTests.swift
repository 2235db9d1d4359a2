// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtectionModel
import TemporaryFolder
import Testing

@testable import WidgetService

/// Which program is drawn, and how what it draws is protected.
@Suite struct WidgetExtensionTests {
  private static let complete =
    "<plist><dict><key>com.apple.developer.default-data-protection</key>"
    + "<string>NSFileProtectionComplete</string></dict></plist>"

  private func package(_ programs: String..., entitlements: String? = nil, _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let root = folder + "/Weather"
      let built = root + "/.build/debug"
      try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: true)
      for program in programs {
        _ = FileManager.default.createFile(
          atPath: "\(built)/\(program)", contents: Data(), attributes: [.posixPermissions: 0o755])
      }
      if let entitlements {
        try Data(entitlements.utf8).write(to: URL(filePath: root + "/Entitlements.plist"))
      }
      try body(root)
    }
  }

  @Test func `Of a package the only program is drawn, or the one that is called as its folder is`() throws {
    try package("tool") { root throws in #expect(try WidgetExtension(at: root).name == "tool") }
    try package("tool", "Weather", "notes.txt") { root throws in
      #expect(try WidgetExtension(at: root).name == "Weather")
    }
    try package("one", "two") { root throws in
      #expect(throws: WidgetFailure.noProgram(folder: root)) { try WidgetExtension(package: root) }
    }
    try package { root throws in #expect(throws: WidgetFailure.self) { try WidgetExtension(at: root) } }
  }

  @Test func `The entitlements beside a package say how it is protected`() throws {
    try package("tool", entitlements: Self.complete) { root throws in
      #expect(try WidgetExtension(at: root).protection == .complete)
    }
    try package("tool") { root throws in #expect(try WidgetExtension(at: root).protection == nil) }
  }

  @Test func `Entitlements that cannot be read might ask for protection: nothing is drawn`() throws {
    try package("tool", entitlements: "<plist><dict><key>") { root throws in
      #expect(throws: WidgetFailure.entitlements(path: root + "/Entitlements.plist")) { try WidgetExtension(at: root) }
    }
  }
}
