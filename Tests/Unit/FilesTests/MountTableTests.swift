// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
import SystemCalls
import TemporaryFolder
import Testing

@Suite struct MountTableTests {
  @Test func `Lines are read with their escapes`() {
    let table = MountTable(
      text: """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        90 22 0:45 / /home/a/My\\040Files\\134x rw,nosuid - fuse.bailey bailey rw,user_id=0
        nonsense
        91 22 0:46 / /home/a/My\\040Files\\134x rw - tmpfs tmpfs rw

        """)
    #expect(table.entries.count == 3)
    #expect(table.entries[1].path == "/home/a/My Files\\x")
    #expect(table.entries[1].type == "fuse.bailey")
    #expect(table.entries[1].id == 90)
    #expect(table.entries[1].source == "bailey")
    #expect(table.entry(at: "/home/a/My Files\\x")?.type == "tmpfs")
    #expect(table.entry(at: "/home") == nil)
  }

  @Test func `The machines own table has a root`() throws {
    #expect(try MountTable.current().entry(at: "/") != nil)
  }
}

@Suite struct ListingTests {
  @Test func `Every entry is handed over each time`() throws {
    try withTemporaryFolder { path in
      let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
      var expected: Set<String> = []
      for index in 0..<500 {
        expected.insert("file \(index)")
        _ = try folder.open("file \(index)", O_CREAT | O_WRONLY, mode: 0o600)
      }
      for _ in 0..<2 {
        var names: Set<String> = []
        try folder.forEachEntry {
          names.insert(String(decoding: $0.name, as: UTF8.self))
          return .proceed
        }
        #expect(names == expected)
      }
      var count = 0
      try folder.forEachEntry { _ in
        count += 1
        return count == 3 ? .stop : .proceed
      }
      #expect(count == 3)
    }
  }
}
