// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
@testable import Threads

@Suite struct WaitStrategyTests {
  private static let looking = Int32(MSG_DONTWAIT)

  /// The flags of each call, which finds nothing before it has been made so many times.
  private func calls(_ strategy: WaitStrategy, untilFound maximum: Int, error: Int32 = EAGAIN) -> (
    flags: [Int32], found: Int
  ) {
    var flags: [Int32] = []
    let found = strategy.attempt { given in
      flags.append(given)
      guard flags.count < maximum, given == Self.looking else { return 7 }
      errno = error
      return -1
    }
    return (flags, found)
  }

  @Test func `Who waits calls once`() {
    #expect(calls(.waits, untilFound: 3) == ([0], 7))
  }

  @Test func `Who watches looks until there is something`() {
    let (flags, found) = calls(.watches, untilFound: 3)
    #expect(found == 7)
    // On a processor that was taken away meanwhile the time may be over before.
    #expect(flags == [Self.looking, Self.looking, Self.looking] || flags.last == 0)
  }

  @Test(arguments: [WaitStrategy.watches, .watchesDisk]) func `Who watches in vain waits`(timeout: WaitStrategy) {
    let (flags, found) = calls(timeout, untilFound: .max)
    #expect(found == 7)
    #expect(flags.last == 0 && flags.dropLast().allSatisfy { $0 == Self.looking })
  }

  @Test func `Who looks in vain does not wait`() {
    let (flags, found) = calls(.looks, untilFound: .max)
    #expect(found == -1)
    #expect(flags.allSatisfy { $0 == Self.looking })
  }

  @Test func `Another error is said at once`() {
    let (flags, found) = calls(.watches, untilFound: .max, error: ECONNRESET)
    #expect(found == -1 && flags == [Self.looking])
  }

  @Test func `A thread with one processor does not watch`() throws {
    let bound = Locked<WaitStrategy?>(nil)
    let thread = try SystemThread(named: "bound") {
      // Not every machine lets everyone use the first.
      guard (0..<1024).contains(where: { (try? ProcessorAffinity.runOn($0)) != nil }) else { return }
      bound.withLock { $0 = .forAnswer(alone: true) }
    }
    thread.join()
    #expect(bound.withLock { $0 } == .waits)
    #expect(WaitStrategy.forAnswer(alone: false) == .waits)
  }
}
