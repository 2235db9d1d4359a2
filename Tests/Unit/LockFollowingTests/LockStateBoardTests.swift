// SPDX-License-Identifier: Apache-2.0
import LockFollowing
import ProtectionModel
import Testing
import Threads

@Suite struct LockStateBoardTests {
  private let board = LockStateBoard(.beforeFirstUnlock)

  @Test func `Another state than the one asked about is told at once`() throws {
    #expect(try board.state(otherThan: nil, within: .seconds(20)) == .beforeFirstUnlock)
    #expect(try board.state(otherThan: .locked, within: .seconds(20)) == .beforeFirstUnlock)
  }

  @Test func `The same state is told when the time is over`() throws {
    #expect(try board.state(otherThan: .beforeFirstUnlock, within: .milliseconds(1)) == .beforeFirstUnlock)
  }

  @Test func `Whoever waits hears of a change`() throws {
    let heard = Locked<[LockState]>([])
    let waiting = try (0..<4).map { _ in
      try SystemThread(named: "app") { [board] in
        if let state = try? board.state(otherThan: .beforeFirstUnlock, within: .seconds(20)) {
          heard.withLock { $0.append(state) }
        }
      }
    }
    board.change(to: .unlocked)
    for thread in waiting { thread.join() }
    #expect(heard.withLock { $0 } == [.unlocked, .unlocked, .unlocked, .unlocked])
    #expect(board.state == .unlocked)
  }
}
