// SPDX-License-Identifier: Apache-2.0
import Clocks
import Events
import Foundation
import Glibc
import SystemCalls
import Testing

/// What waits for a passcode's next try goes by: somebody who sets the clock changes none of it.
@Suite struct BootClockTests {
  @Test func `The clock of waits counts from the start of the machine and cannot be set`() {
    let before = milliseconds(CLOCK_BOOTTIME)
    let now = BootClock.system.now().milliseconds
    #expect((before...milliseconds(CLOCK_BOOTTIME)).contains(now))
    #expect(milliseconds(CLOCK_REALTIME) > now * 2, "the wall clock says another time")
  }

  @Test func `The timer of waits is set by the same clock`() throws {
    let timer = try TimerDescriptor()
    let facts = try String(contentsOfFile: "/proc/self/fdinfo/\(timer.descriptor.raw)", encoding: .utf8)
    #expect(facts.contains("clockid: \(CLOCK_BOOTTIME)\n"), "\(facts)")
  }

  private func milliseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
