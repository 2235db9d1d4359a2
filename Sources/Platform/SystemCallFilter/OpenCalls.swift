// SPDX-License-Identifier: Apache-2.0
import CLinux
import Files
import Glibc
package import Sockets
package import SystemCalls
import Threads

/// Answers the calls that open files, of processes under an `OpenCallFilter`.
///
/// A path is read once, and what is given for it is opened here: a process that changes the path meanwhile gains nothing.
/// What is let through opens what the process can reach by itself.
package final class OpenCalls: Sendable {
  /// The answer to a call.
  package enum Answer: ~Copyable {
    /// The kernel carries it out.
    case proceeds
    case fails(Int32)
    case gives(FileDescriptor)
  }

  /// A call whose path is absolute and without `.` and `..`.
  package struct Call: Sendable, Equatable {
    /// The call's number, by which the kernel knows it until it is answered.
    let number: UInt64
    package let process: Int32
    package let path: String
    /// The flags as in `open(2)`.
    package let flags: Int32
  }

  private let listener: FileDescriptor
  private let concerns: @Sendable (String) -> Bool
  private let answer: @Sendable (Call, _ isPending: () -> Bool) -> Answer
  private let crew = Locked(Crew())
  private let turn = CountingSemaphore(1)

  private struct Crew {
    /// Threads that listen, or wait for their turn to.
    var listening = 0
    var busy = 0
  }

  private static let spares = 2

  /// Calls that wait for an answer at one time; further ones fail with EAGAIN.
  private static let maximum = 64

  /// `concerns` is asked of each path, and must be quick; `answer` of those it says yes to, several at a time.
  package init(
    _ listener: consuming FileDescriptor, concerns: @escaping @Sendable (String) -> Bool,
    answer: @escaping @Sendable (Call, () -> Bool) -> Answer
  ) {
    self.listener = listener
    self.concerns = concerns
    self.answer = answer
  }

  /// The listener that a child started with a filter has sent over the other end of this socket.
  package static func listener(from socket: borrowing PacketSocket) throws(SystemError) -> FileDescriptor {
    var listener: FileDescriptor?
    var byte: [UInt8] = [0]
    var room = byte.mutableSpan
    _ = try socket.receive(into: &room, attached: &listener)
    guard let listener else { throw SystemError(.receive, code: EBADF) }
    return listener
  }

  /// Returns when no process is left under the filter.
  ///
  /// One thread listens at a time. What it hears that takes long it answers itself, while the next one listens: so nothing
  /// is handed from thread to thread while the process waits.
  package func serve() {
    clinux_answer_together(listener.raw)
    work(until: .theEnd)
  }

  /// The choice of a thread that has answered, and knows that others listen already.
  private enum Stay { case theEnd, unlessOthersListen }

  private func work(until stay: Stay) {
    while let call = next() {
      Self.finish(listener.raw, call.number, call.flags, answer(call) { self.isPending(call.number) })
      let isSpare = crew.withLock { crew in
        crew.busy -= 1
        return crew.listening >= Self.spares
      }
      if isSpare, stay == .unlessOthersListen { return }
    }
  }

  private func isPending(_ number: UInt64) -> Bool { clinux_open_is_pending(listener.raw, number) == 1 }

  /// A call for `answer`, when others are there to listen; nil at the end.
  private func next() -> Call? {
    crew.withLock { $0.listening += 1 }
    while true {
      guard let call = turn.enter(listen) else { return nil }
      let (hasRoom, isLast) = crew.withLock { crew in
        guard crew.busy < Self.maximum else { return (false, false) }
        crew.busy += 1
        crew.listening -= 1
        return (true, crew.listening == 0)
      }
      if hasRoom,
        !isLast || (try? SystemThread.start(named: "open", { [self] in work(until: .unlessOthersListen) })) != nil
      {
        return call
      }
      if hasRoom {
        crew.withLock { crew in
          crew.busy -= 1
          crew.listening += 1
        }
      }
      Self.finish(listener.raw, call.number, call.flags, .fails(EAGAIN))
    }
  }

  /// Lets through what is none of `answer`'s.
  private func listen() -> Call? {
    while true {
      guard clinux_wait_for_open(listener.raw) == 1 else { return nil }
      var raw = clinux_open_call()
      guard unsafe clinux_next_open(listener.raw, &raw) == 0 else {
        // ENOENT: the process ended, or a signal took the call back.
        if errno == ENOENT || errno == EINTR { continue }
        return nil
      }
      guard let path = Self.path(of: raw), concerns(path), isPending(raw.number) else {
        Self.finish(listener.raw, raw.number, 0, .proceeds)
        continue
      }
      return Call(
        number: raw.number, process: raw.process, path: path, flags: Int32(truncatingIfNeeded: raw.flags))
    }
  }

  /// Answers a call. The process may have ended meanwhile: then there is nobody to answer.
  static func finish(_ listener: Int32, _ number: UInt64, _ flags: Int32, _ answer: consuming Answer) {
    switch consume answer {
    case .proceeds: _ = clinux_open_proceeds(listener, number)
    case .fails(let code): _ = clinux_open_fails(listener, number, code)
    case .gives(let descriptor):
      let closes: Int32 = flags & O_CLOEXEC == 0 ? 0 : 1
      guard clinux_open_gives(listener, number, descriptor.raw, closes) == 0 else {
        _ = clinux_open_fails(listener, number, EACCES)
        return
      }
    }
  }

  // MARK: - Paths

  /// The path of a call; nil where it cannot be told: the process then opens what it can reach by itself.
  static func path(of call: clinux_open_call) -> String? {
    guard let path = text(call.process, at: call.path) else { return nil }
    if path.hasPrefix("/") { return normal(path) }
    let folder = call.folder == AT_FDCWD ? "cwd" : "fd/\(call.folder)"
    guard let process = try? FileDescriptor.open("/proc/\(call.process)", O_RDONLY | O_DIRECTORY),
      let target = try? process.symbolicLinkTarget(folder)
    else { return nil }
    let base = String(decoding: target, as: UTF8.self)
    return base.hasPrefix("/") ? normal(base + "/" + path) : nil
  }

  static func text(_ process: Int32, at address: UInt64) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { text in
      let count = unsafe clinux_read_text(process, address, text.baseAddress, text.count)
      guard count > 0 else { return nil }
      return unsafe String(validating: UnsafeRawBufferPointer(text)[..<count], as: UTF8.self)
    }
  }

  /// The path without `.`, `..` and doubled slashes. Links are left as they are: what they lead to is what counts
  /// later.
  package static func normal(_ path: String) -> String {
    if isNormal(path) { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Whether nothing of an absolute path is left out, as of most: every open waits for this.
  private static func isNormal(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/") else { return false }
    var (length, dots) = (0, 0)
    for byte in path.utf8.dropFirst() {
      guard byte == UInt8(ascii: "/") else {
        length += 1
        dots += byte == UInt8(ascii: ".") ? 1 : 0
        continue
      }
      // Empty, `.` or `..`.
      if length == dots, length <= 2 { return false }
      (length, dots) = (0, 0)
    }
    return path.utf8.count == 1 || length > 2 || length != dots
  }
}
