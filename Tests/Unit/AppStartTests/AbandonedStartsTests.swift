// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import TemporaryFolder
import Testing

@testable import AppStart
import SystemCalls

/// What a killed start leaves is gone with the next one, and nothing else.
@Suite struct AbandonedStartsTests {
  /// Above every process number of the kernel.
  private static let gone = Int32.max

  @Test func `What bears the number of a process that is gone is removed, and what bears another's stays`() throws {
    try withTemporaryFolder { path in
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      let own = getpid()
      for name in ["\(Self.gone).mark.bus", "\(own).mark.bus", "note.mark.bus", "\(Self.gone).bus"] {
        _ = try folder.open(name, O_WRONLY | O_CREAT, mode: 0o600)
      }
      try folder.makeDirectory("\(Self.gone).mark.folders", mode: 0o700)
      AbandonedStarts.clear(folder, at: path)
      var left: Set<String> = []
      try folder.forEachEntry {
        left.insert(String(decoding: $0.name, as: UTF8.self))
        return .proceed
      }
      #expect(left.subtracting([".", ".."]) == ["\(own).mark.bus", "note.mark.bus", "\(Self.gone).bus"])
    }
  }
}
