// SPDX-License-Identifier: Apache-2.0
import Foundation
import RootKey
import SystemCalls
import Testing
import Threads

/// Damage and power cuts: either slot is enough, and nothing half-written is ever taken for a key.
@Suite struct RootKeyFileTests {
  static let slots = [0..<4096, 4096..<8192]

  @Test(arguments: RootKeyHome.kinds, slots) func `One damaged slot is mended from the other`(
    kind: RootKeyKind, slot: Range<Int>
  ) throws {
    try RootKeyHome.with(kind) { home in
      let key = try revealed { try home.open() }
      let whole = try home.bytes
      for damage in [0, 0xFF] as [UInt8] {
        var torn = whole
        for index in slot { torn[index] = damage }
        try home.replace(torn)
        #expect(try revealed { try home.open(.isRefused) } == key)
        #expect(try home.bytes == whole)
      }
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `Every changed byte is noticed`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      _ = try home.open()
      let whole = try home.bytes
      let size = try #require(whole[..<4096].lastIndex { $0 != 0 }) + 1
      for index in 0..<size {
        var changed = whole
        changed[index] ^= 0x08
        changed[4096 + index] ^= 0x08
        try home.replace(changed)
        #expect(refusal { _ = try home.openAsKeyFile() } == .damaged)
      }
    }
  }

  @Test(arguments: [0, 1, 100, 4095, 4096, 4097, 8191])
  func `A shortened file keeps its key as long as one slot is whole`(
    size: Int
  ) throws {
    try RootKeyHome.with(.file) { home in
      let key = try revealed { try home.open() }
      try home.replace(Array(try home.bytes.prefix(size)))
      // The record is 76 bytes long: a slot is whole when these are there.
      if size >= 76 {
        #expect(try revealed { try home.open(.isRefused) } == key)
      } else {
        #expect(refusal { _ = try home.open(.isRefused) } == .blank)
      }
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `A key of the other kind is named`(kind: RootKeyKind) throws {
    guard kind == .tpm else { return }
    try RootKeyHome.with(.tpm) { home in
      _ = try home.open()
      #expect(refusal { _ = try home.openAsKeyFile() } == .otherKind(.tpm))
      try RootKeyHome.with(.file) { other in
        _ = try other.open()
        try home.replace(other.bytes)
      }
      #expect(refusal { _ = try home.open() } == .otherKind(.file))
    }
  }

  /// Power lost before each call of a creation in turn: afterwards there is a key or none, and another try works.
  @Test(arguments: RootKeyHome.kinds) func `A creation that is cut short can be repeated`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      for failing in 0... {
        try home.replace([])
        let made = try? failingFrom(call: failing) { try revealed { try home.open() } }
        let found = try revealed { try home.open() }
        let again = try revealed { try home.open(.isRefused) }
        #expect(again == found)
        guard let made else { continue }
        #expect(made == found)
        #expect(failing > 6)
        return
      }
    }
  }

  /// Writes that stop in the middle. Of the last bytes of a digest some keys have zeros, as the torn file does.
  @Test(arguments: [0, 1, 50, 60]) func `A torn first write is no key`(size: Int) throws {
    try RootKeyHome.with(.file) { home in
      _ = try home.open()
      let torn = Array(try home.bytes.prefix(size)) + [UInt8](repeating: 0, count: 8192 - size)
      try home.replace(torn)
      #expect(refusal { _ = try home.open(.isRefused) } == .blank)
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `A disk that refuses to wipe is reported and the rest is wiped`(
    kind: RootKeyKind
  ) throws {
    try RootKeyHome.with(kind) { home in
      let key = try home.open()
      let plan = FaultPlan { $0.call == .pwrite && $0.offset == 0 ? EIO : nil }
      let error = FaultPlan.$current.withValue(plan) { refusal { try key.destroy() } }
      #expect(error == .storage(SystemError(.pwrite, code: EIO)))
      #expect(try home.bytes[4096...].allSatisfy { $0 == 0 })
      #expect(refusal { _ = try key.derive("x") } == .destroyed)
      try key.destroy()
      #expect(try home.bytes.allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: RootKeyHome.kinds) func `A bad block under one slot is survived`(kind: RootKeyKind) throws {
    try RootKeyHome.with(kind) { home in
      let key = try revealed { try home.open() }
      for offset in [0, 4096] {
        let plan = FaultPlan { $0.call == .pread && $0.offset == offset ? EIO : nil }
        let found = try FaultPlan.$current.withValue(plan) { try revealed { try home.open(.isRefused) } }
        #expect(found == key)
      }
      let plan = FaultPlan { $0.call == .pread ? EIO : nil }
      let error = FaultPlan.$current.withValue(plan) { refusal { _ = try home.open() } }
      #expect(error == .storage(SystemError(.pread, code: EIO)))
    }
  }

  /// Fails the call with this number and every later one.
  private func failingFrom<Result>(call number: Int, _ body: () throws -> Result) throws -> Result {
    let calls = Locked(0)
    let plan = FaultPlan { _ in
      calls.withLock { made in
        made += 1
        return made > number ? EIO : nil
      }
    }
    return try FaultPlan.$current.withValue(plan, operation: body)
  }
}
