// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import ControlCommands

/// Words a person or a script types, separated by zero bytes: they give an action, a help text or a usage error.
package enum CommandLineTarget: FuzzTarget {
  package static let name = "CommandLine"

  package static func run(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    do throws(UsageError) {
      if case .help(let path) = try BaileyCommand.command.parse(words) {
        let command = try BaileyCommand.command.command(at: path)
        precondition(HelpText(of: command, program: "bailey", path: path).text.hasSuffix("\n"))
      }
    } catch {
      precondition(!error.message(program: "bailey").isEmpty)
    }
  }
}
