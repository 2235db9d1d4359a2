// SPDX-License-Identifier: Apache-2.0
import Events
import SystemCalls
import Threads

/// What an extension prints, read as it comes so that it never waits; the first part of it is kept, and the last.
final class ExtensionOutput: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// The number of bytes that were taken.
    var taken = 0
    /// The last bytes of those that had no room.
    var end: [UInt8] = []
    /// Whether something between the two is lost.
    var isCut = false
  }
  private let state = Locked(State())
  private let ended: ThreadNotifier
  private let pipe: FileDescriptor

  /// What a forgotten `print` makes, and no log of an hour; then the last words of a crash.
  private static let (room, lastRoom) = (8 << 10, 4 << 10)

  private init(_ pipe: consuming FileDescriptor) throws(SystemError) {
    self.pipe = pipe
    ended = try ThreadNotifier()
  }

  /// Reads until all who may write have ended.
  static func read(from pipe: consuming FileDescriptor) throws(SystemError) -> ExtensionOutput {
    let output = try ExtensionOutput(pipe)
    try SystemThread.start(named: "printed") { output.readToEnd() }
    return output
  }

  private func readToEnd() {
    defer { ended.notify() }
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      var span = part.mutableSpan
      guard let count = try? pipe.readAvailable(into: &span), count > 0 else { return }
      let read = part.prefix(count)
      state.withLock { state in
        let kept = read.prefix(Self.room - state.bytes.count)
        state.bytes += kept
        if kept.count < read.count {
          state.end += read.dropFirst(kept.count)
          if state.end.count > Self.lastRoom {
            state.end = Array(state.end.suffix(Self.lastRoom))
            state.isCut = true
          }
        }
      }
    }
  }

  /// The whole lines since it was asked last; once the extension has ended, also one that is not finished.
  func take(atEnd: Bool, within time: Duration) -> [String] {
    if atEnd { ended.wait(within: time) }
    return state.withLock { state in
      let end = atEnd ? state.bytes.endIndex : state.bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let whole = state.bytes[state.taken..<max(end, state.taken)] + (atEnd && !state.isCut ? state.end : [])
      var lines = whole.split(separator: UInt8(ascii: "\n"))
      state.taken = max(end, state.taken)
      // The first line after what is lost has no beginning.
      if atEnd && state.isCut { lines += state.end.split(separator: UInt8(ascii: "\n")).dropFirst() }
      return lines.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
