// SPDX-License-Identifier: Apache-2.0
import CrashSimulator
import Glibc
import ProtectedFiles
import SystemCalls
import Testing
import Threads

/// Calls to the kernel that fail, one after the other, in every operation on a file.
@Suite struct FaultTests {
  /// The error reaches the caller, every block is as it was or as it is to be, and doing it again works.
  @Test(arguments: ContentCrashTests.scripts, [ENOSPC, EIO])
  func `A failed call corrupts nothing`(script: FileScript, code: Int32) throws {
    for step in script.steps.indices {
      var call = 0
      while try fails(script, step, call, code) { call += 1 }
    }
  }

  /// Carries a script out up to a step in which one call fails; false if the step does not make that many.
  private func fails(_ script: FileScript, _ failing: Int, _ call: Int, _ code: Int32) throws -> Bool {
    var stored = try StoredFile(in: try ScratchFolder(), .absent)
    var file = Optional(try stored.create())
    for number in 0..<failing { try stored.perform(script.steps[number], number, on: &file) }
    let counter = Locked(0)
    let plan = FaultPlan { _ in
      counter.withLock { count in
        defer { count += 1 }
        return count == call ? code : nil
      }
    }
    let story = "\(script.name), step \(failing), call \(call), errno \(code)"
    do {
      try FaultPlan.$current.withValue(plan) { try stored.perform(script.steps[failing], failing, on: &file) }
      guard counter.withLock({ $0 }) > call else { return false }
    } catch {
      try expectWhole(&stored, &file, script.versions[failing...failing + 1], story)
      try stored.perform(script.steps[failing], failing, on: &file)
    }
    try expectWhole(&stored, &file, script.versions[failing + 1...failing + 1], story + ", again")
    return true
  }

  private func expectWhole(
    _ stored: inout StoredFile, _ file: inout ProtectedFile?, _ versions: ArraySlice<[UInt8]>, _ story: String
  ) throws {
    let current = try file.take() ?? stored.open()
    let blocks = try stored.blocks(of: current)
    for index in blocks.indices {
      #expect(versions.contains { blocks.shows($0, block: index) }, "\(story), block \(index)")
    }
    #expect(current.wholeness == .whole, "\(story)")
    let sizes = versions.map(\.count)
    #expect(current.size >= sizes.min() ?? 0 && current.size <= sizes.max() ?? 0, "\(story)")
    file = consume current
  }
}
