// SPDX-License-Identifier: Apache-2.0
import FuseSession
import Glibc
import OwnProcess
import RunCommand
import TerminalConsole

/// `bailey-run APP ARGUMENT…` starts an installed app in a sandbox of its own, and ends as the app ends: what `bailey run` becomes, and
/// what menus start. `bailey-run --portal` answers what the desktop's portals ask for other programs; with a folder it writes there how the
/// desktop finds it. `bailey-run --keep-mount` is what it starts itself to unmount an app's view of folders: `MountKeeper`.
///
/// `baileyd` knows it by where it lies, beside `bailey`, and does nothing for it that is the owner's to do.
@main enum RunProgram {
  /// The limit of open files: more than an app in the sandbox has, so that none keeps this process from sending
  /// descriptors.
  private static let openFiles: UInt64 = 4096

  static func main() {
    try? ResourceLimit.raiseOpenFiles(to: openFiles)
    let console = Console.standard()
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case nil:
      console.note("usage: bailey-run APP [ARGUMENT ...] | bailey-run --portal [FOLDER]")
      exit(ExitCode.usage.rawValue)
    case MountKeeper.argument where words.count == 1:
      // Whoever started it hears nothing from it, and notices.
      try? MountKeeper.keep()
      exit(ExitCode.failed.rawValue)
    case "--portal": exit(PortalService.run(export: words.dropFirst().first, on: console).rawValue)
    case let app?: exit(RunTool.run(app, Array(words.dropFirst()), on: console))
    }
  }
}
