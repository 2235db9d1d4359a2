// SPDX-License-Identifier: Apache-2.0
import Events
import SQLiteDatabase
import TemporaryFolder
import Testing
import Threads

@Suite struct DatabaseOwnershipTests {
  @Test func `Of two only one has it`() throws {
    try withTemporaryFolder { folder in
      let first = try DatabaseOwnership(of: folder + "/test.db")
      let second = try DatabaseOwnership(of: folder + "/test.db")
      let (firstHas, secondHas) = (first != nil, second != nil)
      #expect(firstHas && !secondHas)
    }
  }

  /// As a child does that has a copy of the lock until its own program begins.
  @Test func `What is let go in a moment is waited for`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/test.db"
      let held = CountingSemaphore(0)
      let thread = try SystemThread(named: "owner") {
        let ownership = try? DatabaseOwnership(of: path)
        held.admitOneMore()
        _ = try? Poll.readable([], within: .milliseconds(50))
        _ = consume ownership
      }
      held.enter {}
      let next = try DatabaseOwnership(of: path)
      let has = next != nil
      thread.join()
      #expect(has)
    }
  }
}
