// SPDX-License-Identifier: Apache-2.0
import BaileyCommandLine
import CommandLineParsing
import WidgetCommands

/// Words a person or a script types, separated by zero bytes: they give an action, a help text or a usage error.
package enum CommandLineTarget: FuzzTarget {
  package static let name = "CommandLine"

  package static func run(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    check(BaileyCommand.command, words)
    // `bailey` hands these on, and `bailey-widgets` reads them.
    check(WidgetWords.drawingCommand, words)
    if words.first == "widget" { check(WidgetWords.drawingCommand, Array(words.dropFirst())) }
  }

  private static func check<Action>(_ command: Command<Action>, _ words: [String]) {
    do throws(UsageError) {
      if case .help(let path) = try command.parse(words) {
        let found = try command.command(at: path)
        precondition(HelpText(of: found, program: "bailey", path: path).text.hasSuffix("\n"))
      }
    } catch {
      precondition(!error.message(program: "bailey").isEmpty)
    }
  }
}
