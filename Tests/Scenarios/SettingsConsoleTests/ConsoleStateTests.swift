// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Testing

@testable import SettingsConsole
import Threads

@Suite struct ConsoleStateTests {
  private static let changesOfOne = 2000
  private static let threads = 4

  /// An older one that came last would name an app on a screen that is locked since.
  @Test func `Who follows is told of changes in the order in which they happened`() throws {
    let state = ConsoleState()
    let told = Locked<(last: Int, isInOrder: Bool)>((0, true))
    state.follow { shown in
      told.withLock { told in
        if shown.items <= told.last { told.isInOrder = false }
        told.last = shown.items
      }
    }
    for _ in 0..<Self.threads {
      try SystemThread.start(named: "changes") {
        for _ in 0..<Self.changesOfOne { state.change { $0.items += 1 } }
      }
    }
    try eventually { state.shown.items == Self.threads * Self.changesOfOne }
    try eventually { told.withLock { $0.last } == Self.threads * Self.changesOfOne }
    #expect(told.withLock { $0.isInOrder })
  }
}
