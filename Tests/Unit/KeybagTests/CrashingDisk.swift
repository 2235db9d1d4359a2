// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keybag
import SystemCalls
import Testing

/// Two files in memory whose writes survive a power cut only once they are synced, and only in part before.
final class CrashingDisk {
  let keybag: CrashingFile
  let effaceable: CrashingFile
  /// How many more writes and syncs there will be; nil: no end.
  private var stepsLeft: Int?

  convenience init() {
    self.init(
      keybag: [UInt8](repeating: 0, count: Keybag.fileSize), effaceable: [UInt8](repeating: 0, count: Keybag.fileSize))
  }

  private init(keybag: [UInt8], effaceable: [UInt8]) {
    self.keybag = CrashingFile(keybag)
    self.effaceable = CrashingFile(effaceable)
    self.keybag.disk = self
    self.effaceable.disk = self
  }

  /// The same contents, in another disk: what happens there does not happen here.
  func copy() -> CrashingDisk { CrashingDisk(keybag: keybag.durable, effaceable: effaceable.durable) }

  /// Cuts the power in the middle of the call after so many.
  func cutPower(afterSteps steps: Int) { stepsLeft = steps }
  var isDead: Bool { stepsLeft == 0 }

  /// What is found when the power is back.
  func restarted(_ survival: Survival) -> CrashingDisk {
    CrashingDisk(keybag: keybag.contents(survival), effaceable: effaceable.contents(survival))
  }

  fileprivate enum Step { case proceed, cut }

  fileprivate func step(_ call: SystemCall) throws(SystemError) -> Step {
    guard let left = stepsLeft else { return .proceed }
    guard left > 0 else { throw SystemError(call, code: EIO) }
    stepsLeft = left - 1
    return left == 1 ? .cut : .proceed
  }
}

/// What a power cut leaves of a write that was not synced.
enum Survival: Sendable, CustomTestStringConvertible {
  case head(Int)
  case tail(Int)

  static let all: [Survival] =
    [0, 1, 7, 15, 16, 40, 300, 512, 700, 1024, 4095, 4096].flatMap { [.head($0), .tail($0)] }

  var testDescription: String {
    switch self {
    case .head(let count): "first \(count) bytes"
    case .tail(let count): "all but \(count) bytes"
    }
  }

  fileprivate func range(of write: Range<Int>) -> Range<Int> {
    switch self {
    case .head(let count): write.lowerBound..<min(write.lowerBound + count, write.upperBound)
    case .tail(let count): min(write.lowerBound + count, write.upperBound)..<write.upperBound
    }
  }
}

final class CrashingFile: ByteStore {
  fileprivate weak var disk: CrashingDisk?
  private(set) var durable: [UInt8]
  private var pending: [(offset: Int, bytes: [UInt8])] = []
  /// Calls that fail without the power going: the numbers of writes and syncs, counted from 0.
  var failures: Set<Int> = []
  /// Slots that cannot be read until they are written.
  var unreadable: Set<Int> = []
  private(set) var calls = 0

  fileprivate init(_ bytes: [UInt8]) { durable = bytes }

  func read(into buffer: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) -> Int {
    let slots = Set([offset / 4096, (offset + buffer.count - 1) / 4096])
    guard slots.isDisjoint(with: unreadable) else { throw SystemError(.pread, code: EIO) }
    let now = contents(.tail(0))
    let count = min(buffer.count, max(0, now.count - offset))
    for index in 0..<count { buffer[index] = now[offset + index] }
    return count
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    try call(.pwrite) {
      pending.append((offset, bytes.indices.map { bytes[$0] }))
      unreadable.remove(offset / 4096)
    }
  }

  func syncData() throws(SystemError) {
    try call(.fdatasync) {
      durable = contents(.tail(0))
      pending = []
    }
  }

  private func call(_ call: SystemCall, _ body: () -> Void) throws(SystemError) {
    defer { calls += 1 }
    if failures.contains(calls) { throw SystemError(call, code: EIO) }
    let step = try disk?.step(call) ?? .proceed
    if step == .proceed || call == .pwrite { body() }
    if step == .cut { throw SystemError(call, code: EIO) }
  }

  fileprivate func contents(_ survival: Survival) -> [UInt8] {
    var bytes = durable
    for write in pending {
      for index in survival.range(of: write.offset..<write.offset + write.bytes.count) {
        bytes[index] = write.bytes[index - write.offset]
      }
    }
    return bytes
  }
}

extension CrashingFile {
  /// Lets one of the calls to come fail: 0 is the next.
  func failNext(_ call: Int) { failures = [calls + call] }

  /// Lets all calls fail from one of those to come on, until it is well again.
  func failFrom(_ call: Int) { failures = Set(calls + call..<calls + call + 1000) }
  func recover() { failures = [] }
}
