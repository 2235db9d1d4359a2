// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import Testing

@testable import ProtectedFilesystem

/// What is remembered of files, and for how long.
@Suite struct NodeTableTests {
  private static let many = 10_000

  private func enterMany(_ table: NodeTable) -> [NodeID] {
    (1...Self.many).map { number in
      var status = stat()
      status.st_mode = S_IFREG
      status.st_ino = ino_t(number)
      return table.enter(status, at: Location(parent: .root, name: "\(number)"))
    }
  }

  @Test func `Of many files those that nobody uses are forgotten`() throws {
    let table = NodeTable()
    let ids = enterMany(table)
    let used = try table.file(ids[7])
    for id in ids { _ = try table.file(id) }
    #expect(table.shrink() == .much)
    #expect(table.files().count == 1)
    #expect(try table.file(ids[7]) === used)
    #expect(table.location(of: ids[8])?.name == "9")
  }

  @Test func `A file that is open is remembered`() throws {
    let table = NodeTable()
    let ids = enterMany(table)
    for id in ids { _ = try table.file(id) }
    try table.file(ids[3]).changing { $0.openings = 1 }
    _ = table.shrink()
    #expect(table.files().map(\.node) == [ids[3]])
  }

  @Test func `Tables shrink when most of what was in them is gone`() {
    let table = NodeTable()
    let ids = enterMany(table)
    #expect(table.shrink() == .little)
    for id in ids.dropFirst() { table.forget(id, lookups: 1) }
    #expect(table.shrink() == .much)
    #expect(table.shrink() == .little)
    #expect(table.location(of: ids[0])?.name == "1")
  }
}
