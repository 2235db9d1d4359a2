// SPDX-License-Identifier: Apache-2.0
package import CommandLineParsing
import Instance
import JSONCoding
package import TerminalConsole

/// Prints what `bailey` says of itself.
package enum BaileyDescription {
  package static func printCompletions(for shell: Shell, on console: Console) {
    console.print(BaileyCommand.command.completionScript(for: shell, program: "bailey"), ending: .asItIs)
  }

  package static func printManual(_ form: ManualForm, on console: Console) {
    switch form {
    case .roff: console.print(BaileyCommand.command.manual(baileyManual), ending: .asItIs)
    case .markdown: console.print(BaileyCommand.command.markdown(baileyManual), ending: .asItIs)
    }
  }

  package static func printVersion(_ form: OutputForm, on console: Console) {
    switch form {
    case .text: console.print("bailey \(BaileyVersion.current)")
    case .json: console.print(.members(["version": .string(BaileyVersion.current)]))
    }
  }

  package static func printHelp(at path: [String], on console: Console) throws(UsageError) {
    let command = try BaileyCommand.command.command(at: path)
    console.print(HelpText(of: command, program: "bailey", path: path).text, ending: .asItIs)
  }
}
