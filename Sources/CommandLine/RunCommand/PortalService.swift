// SPDX-License-Identifier: Apache-2.0
import Advice
import BrokerClient
import Files
import Glibc
import InstanceAccess
import MessageBus
import OwnProcess
import PortalAccess
import SecretServiceModel
import SystemCalls
package import TerminalConsole

/// `bailey app portal`: what the desktop's portals ask for other programs comes to Bailey's prompts.
package enum PortalService {
  /// Answers until the session's bus ends, or writes the files by which the desktop finds it below a folder.
  package static func run(export folder: String?, on console: Console) -> ExitCode {
    CommandRun.run(on: console) { () throws(CommandFailure) in
      if let folder { try export(to: folder, console) } else { try serve() }
    }
  }

  private static func serve() throws(CommandFailure) {
    let client = try BrokerAccess.open()
    do throws(BusError) { try DesktopPortal(owner: client).serve() } catch {
      throw .particular("The session's bus cannot be served: \(error).", .failed)
    }
  }

  private static func export(to folder: String, _ console: Console) throws(CommandFailure) {
    do throws(SystemError) {
      let program = try Environment.executablePath()
      let secrets = SecretPortalFiles.files(startedBy: SplitPath(program).sibling("bailey-secrets"))
      for file in DesktopPortal.files(startedBy: program) + secrets {
        let path = "\(folder)/\(file.path)"
        try FileDescriptor.makeFolders(SplitPath(path).folder, mode: 0o755)
        try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).write(
          Array(file.text.utf8).span, at: 0)
        console.print(path)
      }
    } catch {
      throw .file(path: folder, error)
    }
  }
}
