// SPDX-License-Identifier: Apache-2.0
import Glibc
import Files
package import SystemCalls

/// The file that a process runs, and a look at whether it still does: `execve(2)` makes another program of the same process.
///
/// The file stays open, so that no other one gets its number.
package struct ProcessExecution: ~Copyable, Sendable {
  /// The file of the program, open for reading.
  package let file: FileDescriptor
  private let link: String
  private let device: dev_t
  private let number: ino_t

  /// Refused for processes that hide their memory from others of the same user.
  package init(of process: borrowing ProcessHandle) throws(SystemError) {
    let file = try process.openExecutable()
    let status = try file.status()
    self.file = file
    link = Self.link(of: process)
    (device, number) = (status.st_dev, status.st_ino)
  }

  package enum Sight: Sendable, Equatable {
    case same, other
    /// The process hides what it runs.
    case hidden
  }

  /// Means this process only where that is alive afterwards.
  package func look() -> Sight {
    guard let status = Self.status(link) else { return .hidden }
    return status.st_dev == device && status.st_ino == number ? .same : .other
  }

  /// Whether a process hides what it runs.
  package static func isHidden(_ process: borrowing ProcessHandle) -> Bool { status(link(of: process)) == nil }

  private static func link(of process: borrowing ProcessHandle) -> String { "/proc/\(process.process)/exe" }

  private static func status(_ link: String) -> stat? {
    var status = stat()
    return unsafe stat(link, &status) == 0 ? status : nil
  }
}
