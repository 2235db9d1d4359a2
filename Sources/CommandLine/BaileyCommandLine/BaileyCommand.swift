// SPDX-License-Identifier: Apache-2.0
import AppCommands
import AttestCommands
import Benchmarks
import BrowserCommands
package import CommandLineParsing
import InstanceCommands
import KeychainCommands
import PasskeyCommands
import PrivacyCommands
import SecretCommands
import SetupCommands
import SignInCommands
import WidgetCommands

/// The words `bailey` understands: the one source of parsing, help, completions and the manual page.
package enum BaileyCommand {
  package static let command = Command<BaileyAction>(
    group: "bailey", "Files and secrets that can be read only while the device's lock state allows it",
    [setup] + running + subjects + asking + others)

  private static let setup: Command<BaileyAction> = SetupWords.command.map { .setup($0) }
  private static let running = InstanceWords.running.map(instance)
  private static let asking = InstanceWords.asking.map(instance)

  private static let subjects: [Command<BaileyAction>] = [
    KeychainWords(as: { .keychain($0) }).command, PasskeyWords(as: { .passkey($0) }).command,
    AttestWords(as: { .attest($0) }).command, AppWords(as: { .app($0) }, bundles.commands).command, bundles.run,
    PrivacyWords(as: { .privacy($0) }).command, WidgetWords.command.map { .widget($0) },
    WidgetWords.lockScreenAlone.map { .widget($0) }, SignInWords(as: { .signIn($0) }).command,
  ]

  private static let others: [Command<BaileyAction>] = [
    SecretWords.command.map { .secrets($0) }, BrowserWords.command.map { .browser($0) }, instance(InstanceWords.sdk),
    BenchmarkWords.command.map { .benchmark($0) }, completions, manual, version, instance(InstanceWords.supervise),
  ]

  private static let bundles = BundleWords<BaileyAction>(as: { .bundle($0) })

  private static func instance(_ command: Command<ControlAction>) -> Command<BaileyAction> {
    command.map { .instance($0) }
  }
}

private let json = Option("json", "Print JSON, for scripts.")

private let shell = Positional(Value("SHELL", .choice(Shell.allCases.map(\.rawValue))), "The shell.")

private let completions = Command<BaileyAction>(
  "completions", "Print the script that completes bailey's words in a shell.",
  details: ["For bash, add this to ~/.bashrc: source <(bailey completions bash)"], positionals: [shell]
) { .completions($0.value(of: shell).flatMap { Shell(rawValue: $0) } ?? .bash) }

private let asMarkdown = Option("markdown", "As Markdown, as it stands in Documentation/Commands.md.")

private let manual = Command<BaileyAction>(
  "manual", "Print the manual page.", details: ["To read it: bailey manual | man -l -"], options: [asMarkdown]
) { .manual($0.has(asMarkdown) ? .markdown : .roff) }

private let version = Command<BaileyAction>(
  "version", "Print the version.", aliases: ["--version"], options: [json]
) { .version(form($0)) }

private func form(_ arguments: Arguments) -> OutputForm { arguments.has(json) ? .json : .text }
