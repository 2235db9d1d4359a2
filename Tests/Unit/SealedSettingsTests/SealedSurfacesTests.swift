// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import ProtectionModel
import ProtectionModelTesting
import SealedSettings
import SystemCalls
import TemporaryFolder
import Testing
import WidgetModel

/// What surfaces may show lies where every program of the user can write.
@Suite struct SealedSurfacesTests {
  private struct NotNow: Error, Equatable { let operation: OwnerOperation }

  private func with(_ body: (_ folder: String, _ open: () throws -> SealedSurfaces) throws -> Void) throws {
    let seals = SealsInMemory()
    try withTemporaryFolder { path in
      try body(path) { SealedSurfaces(in: try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY), seals) }
    }
  }

  private func choose(_ lines: String..., in surfaces: SealedSurfaces, for wanted: OwnerOperation = .showWhileLocked)
    throws
  {
    try surfaces.change(
      try lines.map { try #require(SurfaceChange($0)) },
      permit: { (operation) throws(NotNow) in if operation != wanted { throw NotNow(operation: operation) } },
      failing: { _ in NotNow(operation: .erase) })
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: 1 << 20)
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600).write(bytes.span)
  }

  @Test func `At first everything private is hidden, and what the owner chooses counts after a restart too`() throws {
    try with { _, open in
      let surfaces = try open()
      #expect(surfaces.settings == SurfaceSettings() && surfaces.defect == nil)
      try choose("lockScreen=show", "watchFace:a.b=show", in: surfaces)
      try choose("lockScreen=hide", in: surfaces, for: .hideWhileLocked)
      let again = try open()
      #expect(again.settings.complicationsByKind == ["a.b": .show] && again.settings.lockScreen == .hide)
    }
  }

  @Test func `What a change does is asked of what counts, and a refusal changes nothing`() throws {
    try with { _, open in
      let surfaces = try open()
      #expect(throws: NotNow(operation: .showWhileLocked)) {
        try choose("column=show", in: surfaces, for: .hideWhileLocked)
      }
      #expect(surfaces.settings == SurfaceSettings())
      #expect(throws: NotNow(operation: .hideWhileLocked)) { try choose("column=hide", in: surfaces) }
      try choose("watchFace=show", in: surfaces)
      // A complication of its own that is to be shown is shown already.
      #expect(throws: NotNow(operation: .hideWhileLocked)) { try choose("watchFace:a=show", in: surfaces) }
    }
  }

  @Test func `A forged record hides everything, until the owner chooses again`() throws {
    try with { folder, open in
      try choose("lockScreen=show", in: open())
      var forged = try bytes("\(folder)/surfaces")
      let place = try #require(
        forged.indices.first { forged[$0] == UInt8(ascii: "h") && forged[$0 + 1] == UInt8(ascii: "i") })
      forged.replaceSubrange(place..<place + 4, with: Array("show".utf8))
      try write(forged, "\(folder)/surfaces")
      let surfaces = try open()
      #expect(surfaces.defect == .refused(.forged) && surfaces.settings == SurfaceSettings())
      try choose("alwaysOn=show", in: surfaces)
      #expect(surfaces.defect == nil)
      let again = try open()
      #expect(again.settings.alwaysOn == .show && again.settings.lockScreen == .hide)
    }
  }

  @Test(arguments: [0, 1, 39, 40, 41]) func `A record that was cut off or made by hand does not count`(size: Int) throws
  {
    try with { folder, open in
      try choose("lockScreen=show", in: open())
      try write([UInt8](repeating: UInt8(ascii: "x"), count: size), "\(folder)/surfaces")
      #expect(try open().defect == .refused(.forged))
    }
  }

  @Test func `An older copy that is put back does not count`() throws {
    try with { folder, open in
      try choose("lockScreen=show", in: open())
      let old = try bytes("\(folder)/surfaces")
      try choose("lockScreen=hide", in: open(), for: .hideWhileLocked)
      try write(old, "\(folder)/surfaces")
      let surfaces = try open()
      #expect(surfaces.defect == .refused(.older) && surfaces.settings == SurfaceSettings())
    }
  }

  @Test func `A record that was removed hides everything`() throws {
    try with { folder, open in
      try choose("lockScreen=show", in: open())
      try FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).unlink("surfaces")
      let surfaces = try open()
      #expect(surfaces.defect == .refused(.missing) && surfaces.settings == SurfaceSettings())
      // To hide is a way to begin a new one, too.
      try choose("lockScreen=hide", in: surfaces, for: .hideWhileLocked)
      #expect(try open().defect == nil)
    }
  }

  @Test(arguments: [SystemCall.open, .fsync, .rename]) func `What the disk does not take is not chosen`(
    call: SystemCall
  ) throws {
    try with { _, open in
      let surfaces = try open()
      let plan = FaultPlan { $0.call == call ? EIO : nil }
      FaultPlan.$current.withValue(plan) {
        #expect(throws: NotNow(operation: .erase)) { try choose("lockScreen=show", in: surfaces) }
      }
      #expect(surfaces.settings == SurfaceSettings())
    }
  }
}
