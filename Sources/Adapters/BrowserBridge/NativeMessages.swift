// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import SystemCalls
import Threads

/// Messages of a browser's extension, on the pipes that the browser made: the length in four bytes of the machine's order, then
/// JSON (the browsers' "Native messaging").
final class NativeMessages: Sendable {
  /// The most bytes that a browser sends in one message.
  private static let mostRead = 1 << 26
  /// The most bytes that a browser takes of one message.
  private static let mostWritten = 1 << 20

  private let input: FileDescriptor
  private let output: FileDescriptor
  private let writing = Locked(())

  init(from input: consuming FileDescriptor, to output: consuming FileDescriptor) {
    self.input = input
    self.output = output
  }

  /// The next message; nil where the browser has closed its end, or has sent what no browser sends.
  ///
  /// One that is too long or cannot be read is left out: what one page causes must not end the requests of others.
  func next() -> JSONValue? {
    while let head = read(4) {
      let count = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
      guard count <= Self.mostRead else { return nil }
      guard count <= BrowserRequest.limits.bytes else {
        guard skip(count) else { return nil }
        continue
      }
      guard let body = read(count) else { return nil }
      if let message = try? JSONReader.read(body, BrowserRequest.limits) { return message }
    }
    return nil
  }

  private func skip(_ count: Int) -> Bool {
    var rest = count
    while rest > 0 {
      let size = min(rest, BrowserRequest.limits.bytes)
      guard read(size) != nil else { return false }
      rest -= size
    }
    return true
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      var span = chunk.mutableSpan
      guard let more = try? input.readAvailable(into: &span), more > 0 else { return nil }
      bytes += chunk.prefix(more)
    }
    return bytes
  }

  /// Sends a message; false where the browser is gone.
  @discardableResult func send(_ message: JSONValue) -> Bool {
    let body = Array(message.text.utf8)
    guard body.count <= Self.mostWritten else { return false }
    let head = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
    return writing.withLock { _ in (try? output.write((head + body).span)) != nil }
  }
}
