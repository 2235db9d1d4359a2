// SPDX-License-Identifier: Apache-2.0
import Glibc
import OwnProcess
import Processes
package import SystemCalls

/// A mapping of a file in another process.
///
/// A process that serves a mount must not map the mount's files itself: a thread that waits for a page holds the
/// process's memory lock, and the thread that should bring the page waits for that lock as soon as it allocates.
package struct ForeignMapping: ~Copyable {
  package enum Kind: String, Sendable { case shared, `private` }
  /// Whether the file is mapped at once, or stays open until it is: `map`.
  package enum Beginning: String, Sendable { case mapped, opened }

  private let client: ChildProcess
  private let requests: FileDescriptor
  private let answers: FileDescriptor

  /// Throws where the file cannot be mapped.
  package init(
    _ path: String, count: Int, _ kind: Kind = .shared, _ beginning: Beginning = .mapped
  ) throws(SystemError) {
    let input = try Pipe()
    let output = try Pipe()
    let client = try Self.start(
      [path, "\(count)", kind.rawValue, beginning.rawValue], input: input.reading, output: output.writing)
    let answers = output.reading
    guard Self.answer(from: answers) != nil else {
      // While there is one whom nobody has waited for, no exit test hears of its own end.
      Self.end(client)
      throw SystemError(.mmap, code: EIO)
    }
    self.client = client
    self.requests = input.writing
    self.answers = answers
  }

  /// Only the client has its ends of the pipes then: an answer that does not come ends the wait for it.
  private static func start(
    _ arguments: [String], input: consuming FileDescriptor, output: consuming FileDescriptor
  ) throws(SystemError) -> ChildProcess {
    var plan = ChildPlan(path: try programBeside("mapping-client"), arguments: arguments)
    plan.input = input.raw
    plan.output = output.raw
    return try ChildProcess.start(plan)
  }

  /// The number of the process that has the mapping.
  package var process: Int32 { client.process }

  /// The mapping is gone afterwards.
  deinit { Self.end(client) }

  private static func end(_ client: borrowing ChildProcess) {
    try? client.send(SIGKILL)
    _ = try? client.wait()
  }

  /// Maps a file that is only open so far, and closes it; whether it could be mapped.
  package func map() -> Bool { send("m", 0, 0) != nil }

  /// Nil where the page cannot be had.
  package subscript(offset: Int) -> UInt8? { send("r", offset, 0).map { UInt8(truncatingIfNeeded: $0) } }

  /// How many pages of the mapping the kernel has in memory.
  package var residentPages: Int? { send("n", 0, 0) }

  /// Brings all pages in, and keeps the kernel from dropping them for want of memory, or because nobody has used them
  /// for a while.
  package func hold() throws(SystemError) {
    guard send("h", 0, 0) != nil else { throw SystemError(.mmap, code: ENOMEM) }
  }

  /// Whether the process survived it.
  @discardableResult
  package func store(_ byte: UInt8, at offset: Int = 0) -> Bool { send("w", offset, byte) != nil }

  /// Whether everything could be written to the file.
  @discardableResult
  package func synchronize() -> Bool { send("s", 0, 0) != nil }

  private func send(_ letter: Unicode.Scalar, _ offset: Int, _ value: UInt8) -> Int? {
    let place = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
    let request = [UInt8(ascii: letter)] + place + [value]
    guard (try? requests.write(request.span)) != nil else { return nil }
    return Self.answer(from: answers)
  }

  private static func answer(from answers: borrowing FileDescriptor) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 9)
    var span = bytes.mutableSpan
    guard (try? answers.readAvailable(into: &span)) == 9, bytes[0] == 1 else { return nil }
    return (0..<8).reduce(0) { $0 | Int(bytes[1 + $1]) << (8 * $1) }
  }
}

/// The programs of this build lie beside the tests.
private func programBeside(_ name: String) throws(SystemError) -> String {
  let path = try Environment.executablePath()
  return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/" + name
}
