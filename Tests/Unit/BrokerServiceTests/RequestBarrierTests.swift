// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Testing

@testable import BrokerService
import Events
import Threads

@Suite struct RequestBarrierTests {
  /// Something that is worked on until it may end.
  private final class Work: Sendable {
    private let mayEnd = DispatchSemaphore(value: 0)
    private let thread = Locked<SystemThread?>(nil)

    init(in barrier: RequestBarrier) throws {
      let isInside = DispatchSemaphore(value: 0)
      let mayEnd = mayEnd
      let started = try SystemThread(named: "work") {
        barrier.pass {
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

  @Test func `An empty fence needs no wait`() {
    let barrier = RequestBarrier()
    #expect(barrier.pass { 7 } == 7)
    for _ in 0..<3 { #expect(barrier.waitForThoseInside(within: .zero) == .allAreOut) }
  }

  @Test func `Who is inside is waited for`() throws {
    let barrier = RequestBarrier()
    let work = try Work(in: barrier)
    #expect(barrier.waitForThoseInside(within: .milliseconds(5)) == .someAreInside)
    #expect(barrier.waitForThoseInside(within: .milliseconds(5)) == .someAreInside)
    work.end()
    #expect(barrier.waitForThoseInside(within: .seconds(10)) == .allAreOut)
  }

  @Test func `Who is inside is dismissed and who comes in then is not waited for`() throws {
    let barrier = RequestBarrier()
    let first = try Work(in: barrier)
    var second: Work?
    let outcome = barrier.waitForThoseInside(within: .seconds(10)) {
      second = try? Work(in: barrier)
      first.end()
    }
    #expect(outcome == .allAreOut && second != nil)
    second?.end()
  }

  @Test func `Who was given up is waited for with all the others`() throws {
    let barrier = RequestBarrier()
    let first = try Work(in: barrier)
    #expect(barrier.waitForThoseInside(within: .milliseconds(5)) == .someAreInside)
    let second = try Work(in: barrier)
    let outcome = barrier.waitForThoseInside(within: .milliseconds(5), after: first.end)
    #expect(outcome == .someAreInside)
    second.end()
    #expect(barrier.waitForThoseInside(within: .seconds(10)) == .allAreOut)
  }

  @Test func `Who comes later is not`() throws {
    let barrier = RequestBarrier()
    let first = try Work(in: barrier)
    let haveEnded = Locked(false)
    let waiting = try SystemThread(named: "waiting") {
      if case .someAreInside = barrier.waitForThoseInside(within: .seconds(60)) { return }
      haveEnded.withLock { $0 = true }
    }
    while barrier.isUndisturbed { _ = try Poll.readable([], within: .milliseconds(1)) }
    let second = try Work(in: barrier)
    first.end()
    waiting.join()
    // With the second one still inside.
    #expect(haveEnded.withLock { $0 })
    second.end()
  }
}
