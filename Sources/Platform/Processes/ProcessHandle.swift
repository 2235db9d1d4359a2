// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Files
package import SystemCalls

/// Another process, held by a pidfd. As long as this exists, it means no other process than when `isAlive` last
/// returned true.
package struct ProcessHandle: ~Copyable, Sendable {
  package let process: Int32
  /// The descriptor that is readable once the process has ended.
  package let descriptor: FileDescriptor

  package init(process: Int32, _ descriptor: consuming FileDescriptor) {
    self.process = process
    self.descriptor = descriptor
  }

  /// Holds whatever process has the number now.
  package init(process: Int32) throws(SystemError) {
    self.process = process
    descriptor = FileDescriptor(owning: try retrying(.open) { clinux_pidfd_open(process) })
  }

  /// Sends a signal, and never to another process that has the number by now.
  package func send(_ signal: Int32) throws(SystemError) {
    _ = try retrying(.kill) { clinux_pidfd_signal(descriptor.raw, signal) }
  }

  /// The process that a thread belongs to; nil where there is no such thread, or it may not be looked at.
  package static func process(ofThread thread: UInt32) -> UInt32? { status("Tgid:", of: thread) }

  /// The process that started it, or took it over from that one; nil where that cannot be told.
  package static func parent(of process: Int32) -> Int32? {
    UInt32(exactly: process).flatMap { status("PPid:", of: $0) }.flatMap { Int32(exactly: $0) }.flatMap {
      $0 > 0 ? $0 : nil
    }
  }

  private static func status(_ name: String, of thread: UInt32) -> UInt32? {
    guard let file = try? FileDescriptor.open("/proc/\(thread)/status", O_RDONLY),
      let text = try? file.readToEnd(atMost: 1 << 16)
    else { return nil }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
    return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { UInt32($0) }
  }

  package var isAlive: Bool {
    var entry = pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) == 0
  }

  /// The file it runs, open for reading. Refused for processes that hide their memory from others of the same user.
  package func openExecutable() throws(SystemError) -> FileDescriptor {
    let file = try FileDescriptor.open("/proc/\(process)/exe", O_RDONLY)
    guard isAlive else { throw SystemError(.open, code: ESRCH) }
    return file
  }

  /// The path of that file as the process sees it, with ` (deleted)` behind it when it is gone.
  package func executablePath() throws(SystemError) -> [UInt8] {
    let folder = try FileDescriptor.open("/proc/\(process)", O_RDONLY | O_DIRECTORY)
    let path = try folder.symbolicLinkTarget("exe")
    guard isAlive else { throw SystemError(.readlink, code: ESRCH) }
    return path
  }
}
