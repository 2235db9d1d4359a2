// SPDX-License-Identifier: Apache-2.0
import Events
import Testing

@Suite struct WakeDescriptorTests {
  /// A sleep, or a clock that is set, no test can have; that the kernel takes the descriptor for one is seen here.
  @Test func `While the machine is awake there is nothing to read`() throws {
    let wakes = try WakeDescriptor()
    #expect(try Poll.readable([wakes.raw], within: .milliseconds(20)) == [false])
    wakes.clear()
    #expect(try Poll.readable([wakes.raw], within: .zero) == [false])
  }
}
