// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Glibc
import TerminalConsole
import WidgetCommands
import WidgetTool

/// Draws widgets. `bailey widget` starts it with the words that follow, which are read here alone: what strangers' bytes and libraries for drawing do
/// stays in a process that holds no key.
@main enum WidgetsProgram {
  static func main() {
    let console = Console.standard()
    let command = Command<WidgetAction>(group: "bailey", "", [WidgetWords.drawingCommand])
    do throws(UsageError) {
      switch try command.parse(["widget"] + CommandLine.arguments.dropFirst()) {
      case .help(let path):
        let found = try command.command(at: path)
        console.print(HelpText(of: found, program: "bailey", path: path).text, ending: .asItIs)
      case .run(let action): exit(WidgetTool.run(action, on: console).rawValue)
      }
    } catch {
      console.note(error.message(program: "bailey"))
      exit(ExitCode.usage.rawValue)
    }
  }
}
