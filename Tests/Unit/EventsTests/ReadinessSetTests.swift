// SPDX-License-Identifier: Apache-2.0
import Events
import Sockets
import SystemCalls
import Testing

@Suite struct ReadinessSetTests {
  @Test func `Those are told who are ready`() throws {
    let set = try ReadinessSet()
    let one = try PacketSocket.pair(), other = try PacketSocket.pair()
    try set.add(one.near.raw, as: 7)
    try set.add(other.near.raw, as: .max)
    #expect(try set.wait(within: .zero) == [])
    try other.far.send([1].span)
    #expect(try set.wait() == [.max])
    // As long as it has not been read.
    #expect(try set.wait() == [.max])
    try one.far.send([1].span)
    #expect(try set.wait().sorted() == [7, .max])
  }

  @Test func `The end of the other side is told too`() throws {
    let set = try ReadinessSet()
    let near = try nearEndAlone()
    try set.add(near.raw, as: 1)
    #expect(try set.wait() == [1])
  }

  @Test func `Who is removed is not told`() throws {
    let set = try ReadinessSet()
    let near = try nearEndAlone()
    try set.add(near.raw, as: 1)
    set.remove(near.raw)
    #expect(try set.wait(within: .milliseconds(1)) == [])
    set.remove(near.raw)
    try set.add(near.raw, as: 2)
    #expect(try set.wait() == [2])
  }

  @Test func `What cannot be waited for is refused`() throws {
    let set = try ReadinessSet()
    #expect(throws: SystemError.self) { try set.add(-1, as: 1) }
  }

  private func nearEndAlone() throws -> PacketSocket {
    let pair = try PacketSocket.pair()
    return pair.near
  }
}
