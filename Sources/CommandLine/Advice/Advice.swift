// SPDX-License-Identifier: Apache-2.0
import Glibc
package import SystemCalls
package import TerminalConsole

/// The advice after a failure: what it means for the person, what to do about it, and the exit code.
///
/// Only here do facts of the layers below become sentences.
package struct Advice: Equatable {
  package let text: String
  package let exitCode: ExitCode

  package init(_ text: String, try command: String? = nil, _ exitCode: ExitCode = .failed) {
    self.text = text + (command.map { "\nTry: \($0)" } ?? "")
    self.exitCode = exitCode
  }
}

// MARK: - Parts of sentences

extension Advice {
  /// What went wrong with a file or a program, in words that follow its name.
  package static func explain(_ error: SystemError) -> String { explain(error.code) }

  package static func explain(_ code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file."
    case EACCES: "permission denied."
    case EPERM: "not permitted."
    case ENOSPC: "the disk is full."
    case EIO: "the data on the disk is damaged, or the disk is."
    case ENOTDIR: "not a folder."
    case EROFS: "the disk is read-only."
    case ENOTCONN: "the files are not mounted at this moment."
    default: SystemError(.open, code: code).reason + "."
    }
  }

  /// "1 h 5 min": as much as a person needs.
  package static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    default: seconds / 60 % 60 == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }
}
