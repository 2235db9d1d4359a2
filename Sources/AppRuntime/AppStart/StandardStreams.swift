// SPDX-License-Identifier: Apache-2.0
import Events
import Files
import Glibc
import OwnProcess
import SystemCalls
import Threads

/// The standard input, output and errors of an app. Terminals, sockets and pipes without a name of whoever started it are the app's
/// too. A file, a folder or a pipe with a name could be opened again through `/proc/self/fd`, to be written or to get out by, and tells
/// its name: what is in it goes through a pipe.
final class StandardStreams {
  private let input: FileInput?
  private let outputs: [FileOutput]
  private let terminals: [LentTerminal]
  /// The pipes' ends for the app, until it has been started.
  private var ends: [Int32: End] = [:]

  private final class End {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  init() throws(SystemError) {
    if let file = try Self.file(STDIN_FILENO) {
      let pipe = try Pipe()
      ends[STDIN_FILENO] = End(try pipe.reading.duplicate())
      input = try FileInput(file, to: pipe)
    } else {
      input = nil
    }
    var outputs: [FileOutput] = []
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      guard let file = try Self.file(number) else { continue }
      // What is written to both comes in its order where both are one file.
      if let first = outputs.first, try first.isSame(as: file) {
        ends[number] = ends[STDOUT_FILENO]
        continue
      }
      let pipe = try Pipe()
      ends[number] = End(try pipe.writing.duplicate())
      outputs.append(try FileOutput(file, from: pipe.reading.duplicate()))
    }
    self.outputs = outputs
    terminals = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].compactMap(LentTerminal.init)
  }

  /// The app's end of a stream; nil where it has the same as this process.
  subscript(number: Int32) -> Int32? { ends[number]?.descriptor.raw }

  /// Starts copying. To be called when the app has been started.
  func begin() throws(SystemError) {
    ends = [:]
    try input?.begin()
    for output in outputs { try output.begin() }
  }

  /// Returns when all of the app's output is written, or why it is not. To be called when the app has ended.
  func finish() -> SystemError? {
    input?.finish()
    for terminal in terminals { terminal.takeBack() }
    return outputs.compactMap { $0.finish() }.first
  }

  /// The file in the place of one of this process's streams; nil for what the app may have itself, and for a stream
  /// that is closed.
  private static func file(_ number: Int32) throws(SystemError) -> FileDescriptor? {
    let stream: FileDescriptor
    do { stream = try FileDescriptor.duplicate(ofStandard: number) } catch {
      guard error.code == EBADF else { throw error }
      return nil
    }
    let status = try stream.status()
    switch status.st_mode & S_IFMT {
    case S_IFIFO where status.st_dev == (try Pipe().reading.status().st_dev): return nil
    case S_IFSOCK: return nil
    case S_IFCHR where Terminal.isTerminal(number) || status.st_rdev == nullDevice: return nil
    default: return stream
    }
  }

  /// The device number of `/dev/null`.
  private static let nullDevice: dev_t = 1 << 8 | 3
}

/// A terminal that an app has, and could open to other users of the machine.
private final class LentTerminal {
  private let terminal: FileDescriptor
  private let mode: mode_t

  /// Reads the settings of a terminal; nil for what is no terminal.
  init?(_ number: Int32) {
    guard Terminal.isTerminal(number), let terminal = try? FileDescriptor.duplicate(ofStandard: number),
      let status = try? terminal.status()
    else { return nil }
    self.terminal = terminal
    mode = status.st_mode & 0o7777
  }

  /// Gives the terminal the mode that it had before the app ran.
  func takeBack() {
    guard let now = try? terminal.status(), now.st_mode & 0o7777 != mode else { return }
    try? terminal.changeMode(to: mode)
  }
}

/// A file that an app reads through a pipe, by a thread of this process.
private final class FileInput: Sendable {
  private struct State {
    var written = 0
    var hasEnded = false
  }

  private static let part = 64 << 10

  private let file: FileDescriptor
  /// The end for reading, held here too so that nobody is sent SIGPIPE, and to see what the app has left.
  private let reading: FileDescriptor
  private let writing: Locked<FileDescriptor?>
  private let state = Locked(State())
  private let done: FileDescriptor
  /// The position in the file when the app began; nil for a pipe or a terminal, which have none.
  private let start: Int?

  init(_ file: consuming FileDescriptor, to pipe: consuming Pipe) throws(SystemError) {
    start = try? file.position()
    self.file = file
    reading = pipe.reading
    writing = Locked(pipe.writing)
    done = try .event()
  }

  func begin() throws(SystemError) {
    try SystemThread.start(named: "input") { [self] in
      // What cannot be read on ends here: the app has the end of its input then.
      try? copy()
      writing.withLock { $0 = nil }
      done.signal()
    }
  }

  private func copy() throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: Self.part)
    var offset = start ?? 0
    while !state.withLock({ $0.hasEnded }) {
      var span = buffer.mutableSpan
      let count =
        start == nil ? try file.readAvailable(into: &span) : try file.read(into: &span, at: offset)
      guard count > 0 else { return }
      offset += count
      try writing.withLock { writing throws(SystemError) in try writing?.write(buffer.span.extracting(0..<count)) }
      state.withLock { $0.written += count }
    }
  }

  /// The place in the file is then behind what the app has read, as it would be without a pipe: whoever reads on finds the rest.
  func finish() {
    state.withLock { $0.hasEnded = true }
    // What has no place to read at may say nothing for ever.
    guard let start else { return }
    var left = 0
    var buffer = [UInt8](repeating: 0, count: Self.part)
    while let ready = try? Poll.readable([reading.raw, done.raw]) {
      var span = buffer.mutableSpan
      let count = ready[0] ? (try? reading.readAvailable(into: &span)) ?? 0 : 0
      left += count
      guard count == 0 else { continue }
      if ready[1] { break }
      _ = try? Poll.readable([done.raw])
    }
    // The app may have written to its own input.
    try? file.setPosition(start + max(0, state.withLock { $0.written } - left))
  }
}

/// A file that an app writes through a pipe, by a thread of this process.
private final class FileOutput: Sendable {
  private static let part = 64 << 10

  private let file: FileDescriptor
  private let reading: Locked<FileDescriptor?>
  private let failure = Locked<SystemError?>(nil)
  private let done: FileDescriptor

  init(_ file: consuming FileDescriptor, from reading: consuming FileDescriptor) throws(SystemError) {
    self.file = file
    self.reading = Locked(reading)
    done = try .event()
  }

  func isSame(as other: borrowing FileDescriptor) throws(SystemError) -> Bool {
    let (one, two) = (try file.status(), try other.status())
    return one.st_dev == two.st_dev && one.st_ino == two.st_ino
  }

  func begin() throws(SystemError) {
    try SystemThread.start(named: "output") { [self] in
      do throws(SystemError) { try copy() } catch { failure.withLock { $0 = error } }
      // Whoever writes on hears that nobody reads.
      reading.withLock { $0 = nil }
      done.signal()
    }
  }

  private func copy() throws(SystemError) {
    var buffer = [UInt8](repeating: 0, count: Self.part)
    while true {
      let count = try reading.withLock { reading throws(SystemError) in
        var span = buffer.mutableSpan
        return try reading?.readAvailable(into: &span) ?? 0
      }
      guard count > 0 else { return }
      try file.write(buffer.span.extracting(0..<count))
    }
  }

  func finish() -> SystemError? {
    // Nothing of the app is left that could write: the pipe ends.
    _ = try? Poll.readable([done.raw])
    return failure.withLock { $0 }
  }
}
