// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import Glibc
import TerminalConsole
import WidgetCommandLine
import WidgetCommands

/// Draws widgets. `bailey widget` starts it with the words that follow: what strangers' bytes and libraries for drawing do
/// stays in a process that holds no key.
@main enum WidgetsProgram {
  static func main() {
    let console = Console.standard()
    let command = WidgetCommandLine.WidgetCommands<WidgetAction>(as: { $0 }).command
    do throws(UsageError) {
      switch try command.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help(let path):
        let found = try command.command(at: path)
        console.print(HelpText(of: found, program: "bailey widget", path: path).text, ending: .asItIs)
      case .run(let action): exit(WidgetTool.run(action, on: console).rawValue)
      }
    } catch {
      console.note(error.message(program: "bailey widget"))
      exit(ExitCode.usage.rawValue)
    }
  }
}
