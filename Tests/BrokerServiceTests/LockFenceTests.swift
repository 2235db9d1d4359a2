// SPDX-License-Identifier: Apache-2.0
import Dispatch
import LinuxSystem
import Testing

@testable import BrokerService

@Suite struct LockFenceTests {
  /// Something that is worked on until it may end.
  private final class Work: Sendable {
    private let mayEnd = DispatchSemaphore(value: 0)
    private let thread = Locked<SystemThread?>(nil)

    init(in fence: LockFence) throws {
      let isInside = DispatchSemaphore(value: 0)
      let mayEnd = mayEnd
      let started = try SystemThread(named: "work") {
        fence.pass {
          isInside.signal()
          mayEnd.wait()
        }
      }
      thread.withLock { $0 = started }
      isInside.wait()
    }

    func end() {
      mayEnd.signal()
      thread.withLock { $0.take() }?.join()
    }
  }

  @Test func anEmptyFenceNeedsNoWait() {
    let fence = LockFence()
    #expect(fence.pass { 7 } == 7)
    for _ in 0..<3 { #expect(fence.waitForThoseInside(within: .zero) == .allAreOut) }
  }

  @Test func whoIsInsideIsWaitedFor() throws {
    let fence = LockFence()
    let work = try Work(in: fence)
    #expect(fence.waitForThoseInside(within: .milliseconds(5)) == .someAreInside)
    #expect(fence.waitForThoseInside(within: .milliseconds(5)) == .someAreInside)
    work.end()
    #expect(fence.waitForThoseInside(within: .seconds(10)) == .allAreOut)
  }

  @Test func whoIsInsideIsDismissedAndWhoComesInThenIsNotWaitedFor() throws {
    let fence = LockFence()
    let first = try Work(in: fence)
    var second: Work?
    let outcome = fence.waitForThoseInside(within: .seconds(10)) {
      second = try? Work(in: fence)
      first.end()
    }
    #expect(outcome == .allAreOut && second != nil)
    second?.end()
  }

  @Test func whoWasGivenUpIsWaitedForWithAllTheOthers() throws {
    let fence = LockFence()
    let first = try Work(in: fence)
    #expect(fence.waitForThoseInside(within: .milliseconds(5)) == .someAreInside)
    let second = try Work(in: fence)
    let outcome = fence.waitForThoseInside(within: .milliseconds(5), after: first.end)
    #expect(outcome == .someAreInside)
    second.end()
    #expect(fence.waitForThoseInside(within: .seconds(10)) == .allAreOut)
  }

  @Test func whoComesLaterIsNot() throws {
    let fence = LockFence()
    let first = try Work(in: fence)
    let waiting = try SystemThread(named: "waiting") { _ = fence.waitForThoseInside(within: .seconds(60)) }
    while fence.isUndisturbed { _ = try Poll.readable([], within: .milliseconds(1)) }
    let second = try Work(in: fence)
    first.end()
    waiting.join()
    second.end()
  }
}
