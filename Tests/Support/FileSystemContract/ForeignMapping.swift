// SPDX-License-Identifier: Apache-2.0
import Glibc
package import LinuxSystem

/// A mapping of a file in another process.
///
/// A process that serves a mount must not map the mount's files itself: a thread that waits for a page holds the
/// process's memory lock, and the thread that should bring the page waits for that lock as soon as it allocates.
package struct ForeignMapping: ~Copyable {
  package enum Kind: String, Sendable { case shared, `private` }

  private let client: ChildProcess
  private let requests: FileDescriptor
  private let answers: FileDescriptor

  /// Throws where the file cannot be mapped.
  package init(_ path: String, count: Int, _ kind: Kind = .shared) throws(SystemError) {
    let input = try Pipe()
    let output = try Pipe()
    var plan = ChildPlan(path: try programBeside("mapping-client"), arguments: [path, "\(count)", kind.rawValue])
    plan.input = input.reading.raw
    plan.output = output.writing.raw
    let client = try ChildProcess.start(plan)
    let requests = try input.writing.duplicate()
    let answers = try output.reading.duplicate()
    guard let answer = Self.answer(from: answers), answer[0] == 1 else { throw SystemError(.mmap, code: EIO) }
    self.client = client
    self.requests = requests
    self.answers = answers
  }

  /// The mapping is gone afterwards.
  deinit {
    try? client.send(SIGKILL)
    _ = try? client.wait()
  }

  /// Nil where the page cannot be had.
  package subscript(offset: Int) -> UInt8? { send("r", offset, 0) }

  /// Answers nil where the process did not survive it.
  @discardableResult
  package func store(_ byte: UInt8, at offset: Int = 0) -> UInt8? { send("w", offset, byte) }

  @discardableResult
  package func synchronize() -> UInt8? { send("s", 0, 0) }

  private func send(_ letter: Unicode.Scalar, _ offset: Int, _ value: UInt8) -> UInt8? {
    let place = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
    let request = [UInt8(ascii: letter)] + place + [value]
    guard (try? requests.write(request.span)) != nil, let answer = Self.answer(from: answers) else { return nil }
    return answer[0] == 1 ? answer[1] : nil
  }

  private static func answer(from answers: borrowing FileDescriptor) -> [UInt8]? {
    var bytes: [UInt8] = [0, 0]
    var span = bytes.mutableSpan
    guard (try? answers.readAvailable(into: &span)) == 2 else { return nil }
    return bytes
  }
}

/// The programs of this build lie beside the tests.
private func programBeside(_ name: String) throws(SystemError) -> String {
  let path = try Environment.executablePath()
  return path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/" + name
}
