// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import Instance
import SystemCalls
import TemporaryFolder
import Testing
import WidgetModel

/// Which folders of full trees are removed once the owner hides a place.
@Suite struct ShownArchivesTests {
  private static let places: [SurfaceChange.Place] = [
    .lockScreen, .alwaysOn, .column, .complication("bank"), .complication("clock"),
  ]

  /// The folders that are left of one for each place, with an archive in each.
  private func left(_ changes: String...) throws -> [SurfaceChange.Place] {
    var settings = SurfaceSettings()
    for change in changes { settings.apply(try #require(SurfaceChange(change))) }
    return try withTemporaryFolder { mount in
      let owner = "\(mount)/Widgets/bank-1"
      for place in Self.places {
        let folder = "\(owner)/\(ShownArchives.folder(of: place))"
        try FileDescriptor.makeFolders(folder, mode: 0o700)
        _ = try FileDescriptor.open(folder + "/a.views", O_WRONLY | O_CREAT, mode: 0o600)
      }
      _ = try FileDescriptor.open("\(owner)/b.views", O_WRONLY | O_CREAT, mode: 0o600)
      _ = try FileDescriptor.open("\(mount)/Widgets/shown-file", O_WRONLY | O_CREAT, mode: 0o600)
      try ShownArchives.remove(on: mount, hiddenBy: settings)
      let folder = try FileDescriptor.open(owner, O_RDONLY | O_DIRECTORY)
      _ = try folder.status(of: "b.views")
      return Self.places.filter { (try? folder.status(of: ShownArchives.folder(of: $0))) != nil }
    }
  }

  @Test func `What a place may not show any more is removed, and nothing else`() throws {
    #expect(try left() == [])
    #expect(try left("lockScreen=show") == [.lockScreen])
    #expect(try left("alwaysOn=show") == [])
    #expect(try left("alwaysOn=show", "lockScreen=show") == [.lockScreen, .alwaysOn])
    #expect(try left("column=show", "watchFace:bank=show") == [.column, .complication("bank")])
    #expect(try left("watchFace=show", "watchFace:bank=hide") == [.complication("clock")])
  }

  @Test func `Where nothing was kept there is nothing to remove`() throws {
    try withTemporaryFolder { try ShownArchives.remove(on: $0, hiddenBy: SurfaceSettings()) }
  }
}
