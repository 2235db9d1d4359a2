// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtectionModel
import TemporaryFolder
import Testing
import WidgetHost
import WidgetModel

/// What an owner has chosen for widgets, on the disk.
@Suite struct ChoicesTests {
  private let chosen = [IntentArgument("city", .text("venice")), IntentArgument("days", .whole(3))]

  private func withStore(_ body: (borrowing SnapshotStore, String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try body(SnapshotStore(on: folder, of: "org.example.weather", nil), folder)
    }
  }

  @Test func `What was chosen is there again, for its kind of widget alone`() throws {
    try withStore { store, folder in
      // Not every file system has attributes for the class.
      guard store.keep(choices: chosen, of: "weather") else { return }
      let again = try SnapshotStore(on: folder, of: "org.example.weather", nil)
      #expect(again.choices(of: "weather") == chosen && again.choices(of: "other").isEmpty)
      #expect(again.keep(choices: [], of: "weather") && again.choices(of: "weather").isEmpty)
    }
  }

  @Test func `A file that is none says that nothing is chosen`() throws {
    try withStore { store, folder in
      guard store.keep(choices: chosen, of: "weather") else { return }
      let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
      let file = try #require(files.first { $0.hasSuffix(".choices") })
      let path = URL(filePath: folder).appending(path: file)
      let whole = try Data(contentsOf: path)
      for count in 0..<whole.count {
        try whole.prefix(count).write(to: path)
        #expect(store.choices(of: "weather").isEmpty)
      }
    }
  }
}
