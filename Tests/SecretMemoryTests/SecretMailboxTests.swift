// SPDX-License-Identifier: Apache-2.0
import Glibc
import LinuxSystem
import SecretMemory
import Testing

/// Where the kernel has `memfd_secret`: without it there are none.
@Suite(.enabled(if: hasSecretPages)) struct SecretMailboxTests {
  @Test func oneMessageGoesEachWay() throws {
    let memory = try SecretMailbox.memory()
    let near = try SecretMailbox(sharing: memory)
    let far = try SecretMailbox(sharing: memory)
    #expect(try take(far, .requests) == nil)
    near.put([1, 2, 3].span, in: .requests)
    far.put([4].span, in: .replies)
    #expect(try take(far, .requests) == [1, 2, 3])
    #expect(try take(near, .replies) == [4])
    #expect(try take(far, .requests) == nil)
    #expect(try take(near, .replies) == nil)
    let largest = [UInt8](repeating: 7, count: SecretMailbox.largestMessage)
    near.put(largest.span, in: .requests)
    #expect(try take(far, .requests, room: largest.count) == largest)
  }

  @Test func whatIsTooLargeIsLostAndGone() throws {
    let memory = try SecretMailbox.memory()
    let mailbox = try SecretMailbox(sharing: memory)
    var raw = try MappedMemory(sharing: memory, offset: 0, count: 8192)
    mailbox.put([1, 2, 3].span, in: .requests)
    #expect(throws: SystemError(.receive, code: EMSGSIZE)) { _ = try take(mailbox, .requests, room: 2) }
    for length in [4093, 8192, UInt32.max] as [UInt32] {
      raw.publish(length, at: 0)
      #expect(throws: SystemError(.receive, code: EMSGSIZE)) { _ = try take(mailbox, .requests, room: 8192) }
    }
    raw.withBytes { bytes in #expect(bytes.indices.allSatisfy { bytes[$0] == 0 }) }
  }

  @Test func nobodyTakesPagesAway() throws {
    let memory = try SecretMailbox.memory()
    #expect(ftruncate(memory.raw, 0) != 0)
    #expect(ftruncate(memory.raw, 1 << 20) != 0)
    // FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE
    #expect(throws: SystemError.self) { try memory.allocate(mode: 3, offset: 0, count: 4096) }
  }

  @Test func whatNobodyTookGoesWithEitherSide() throws {
    let memory = try SecretMailbox.memory()
    let raw = try MappedMemory(sharing: memory, offset: 0, count: 8192)
    do {
      let mailbox = try SecretMailbox(sharing: memory)
      mailbox.put([1, 2, 3].span, in: .replies)
      raw.withBytes { bytes in #expect(bytes.indices.contains { bytes[$0] != 0 }) }
    }
    raw.withBytes { bytes in #expect(bytes.indices.allSatisfy { bytes[$0] == 0 }) }
  }

  // MARK: - Parts

  private func take(
    _ mailbox: borrowing SecretMailbox, _ slot: SecretMailbox.Slot, room: Int = 64
  ) throws(SystemError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: room)
    var span = buffer.mutableSpan
    guard let count = try mailbox.take(from: slot, into: &span) else { return nil }
    return Array(buffer.prefix(count))
  }
}

/// Without `memfd_secret` there is no mailbox.
private let hasSecretPages: Bool = {
  do { _ = try SecretMailbox.memory() } catch { return false }
  return true
}()
