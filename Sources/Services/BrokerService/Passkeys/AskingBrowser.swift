// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import Processes
import PromptModel

/// The browser for which `bailey-browser` asks: the program that started it.
///
/// The program alone states what a page is and where it is, so the person is told which one it is. One that hides, or is not
/// where it says, has no name.
enum AskingBrowser {
  /// The process is that of `bailey-browser`, whose end ends its questions.
  static func requester(of caller: VerifiedCaller, _ files: ProgramFiles) -> Requester {
    Requester(process: caller.process, program: program(startedBy: caller.process, files))
  }

  private static func program(startedBy process: Int32, _ files: ProgramFiles) -> String? {
    guard let parent = ProcessHandle.parent(of: process), let handle = try? ProcessHandle(process: parent),
      let execution = try? ProcessExecution(of: handle),
      // A file that root alone can change is known by its path, and not read.
      let file = try? files.file(of: handle, execution, isOwn: { $1 == .guarded }), file.place != .elsewhere,
      // Still the one that started it: another process could have the number.
      ProcessHandle.parent(of: process) == parent
    else { return nil }
    return String(validating: file.path, as: UTF8.self)
  }
}
