// SPDX-License-Identifier: Apache-2.0
import AppCommands
import AttestCommands
import BaileyCommandLine
import Benchmarks
import BrowserCommands
import CommandLineParsing
import InstanceCommands
import CredentialPrograms
import Glibc
import Instance
import InstanceLayout
import KeychainCommands
import OwnProcess
import PasskeyCommands
import PrivacyCommands
import SecretCommands
import SecurityTool
import SetupCommands
import SignInCommands
import Sockets
import Supervision
import SystemCalls
import TerminalConsole
import WidgetCommands

/// The command line of Bailey.
@main struct BaileyProgram {
  /// The limit of open files: more than an app in the sandbox has, so that none keeps this process from sending descriptors.
  private static let openFiles: UInt64 = 4096

  static func main() {
    try? ResourceLimit.raiseOpenFiles(to: openFiles)
    let console = Console.standard()
    let name = CommandLine.arguments.first?.split(separator: "/").last
    if name == "security" { exit(SecurityTool.run(Array(CommandLine.arguments.dropFirst()), on: console)) }
    if name == "tccutil" { exit(TCCUtility.run(Array(CommandLine.arguments.dropFirst()), on: console)) }
    let words = Array(CommandLine.arguments.dropFirst())
    if name == "git-credential-bailey" { exit(GitCredentialTool.run(words, on: console).rawValue) }
    if name == "docker-credential-bailey" { exit(DockerCredentialTool.run(words, on: console).rawValue) }
    exit(run(words, on: console).rawValue)
  }

  private static func run(_ words: [String], on console: Console) -> ExitCode {
    do throws(UsageError) {
      switch try BaileyCommand.command.parse(words) {
      case .help(let path):
        try BaileyDescription.printHelp(at: path, on: console)
        return .done
      // These hide the process themselves, before a secret passes through it: `baileyd` must identify it first.
      case .run(.keychain(let action)): return KeychainTool.run(action, on: console)
      case .run(.passkey(let action)): return PasskeyTool.run(action, on: console)
      case .run(.attest(let action)): return AttestTool.run(action, on: console)
      case .run(.app(let action)): return AppTool.run(action, on: console)
      case .run(.privacy(.evidence(.declarations(let action)))): return DeclarationTool.run(action, on: console)
      case .run(.privacy(let action)): return PrivacyTool.run(action, on: console)
      case .run(.widget(.settings(let changes, json: let json))):
        return SurfaceTool.run(changes, json: json, on: console)
      case .run(.widget(.drawing(let words))): return WidgetProgram.run(words, on: console)
      case .run(.benchmark(.widgets(let words))): return WidgetProgram.run(["bench"] + words, on: console)
      case .run(.bundle(let action)): return BundleTool.run(action, on: console)
      case .run(.secrets(let action)): return SecretTool.run(action, on: console)
      case .run(.setup(let mode)): return SetupTool.run(mode, on: console)
      case .run(.browser(let action)): return BrowserTool.run(action, on: console)
      case .run(.signIn(let action)):
        return isHidden(console) ? SignInTool.run(action, on: console) : .failed
      case .run(.benchmark(let action)): return BenchmarkCommand(action, console).run()
      case .run(.instance(let action)): return run(action, on: console)
      case .run(.completions(let shell)): BaileyDescription.printCompletions(for: shell, on: console)
      case .run(.manual(let form)): BaileyDescription.printManual(form, on: console)
      case .run(.version(let form)): BaileyDescription.printVersion(form, on: console)
      }
      return .done
    } catch {
      console.note(error.message(program: "bailey"))
      return .usage
    }
  }

  private static func run(_ action: ControlAction, on console: Console) -> ExitCode {
    switch action {
    case .unlockInWindow(let pinentry):
      return isHidden(console) ? AgentCommand(pinentry: pinentry, console: console).unlock() : .failed
    case .supervise: return supervise()
    case .agent(let pinentry): return AgentCommand(pinentry: pinentry, console: console).run()
    // No secret passes through it, and who the agent is is told to `bailey` alone.
    case .status, .await: return Control.run(action, on: console)
    default: return isHidden(console) ? Control.run(action, on: console) : .failed
    }
  }

  /// Hides the memory of this process from core dumps and debuggers, because a passcode may pass through it.
  private static func isHidden(_ console: Console) -> Bool {
    do {
      try ProcessHardening.refuseCoreDumps()
      return true
    } catch {
      console.note("bailey: the memory of this process cannot be protected: \(error.reason).")
      return false
    }
  }

  /// Runs the supervisor. Descriptor 3 leads to whoever started this process.
  private static func supervise() -> ExitCode {
    // Whoever could take the connection to the enclave out of this process could ask for keys as `bailey-fs` does.
    guard (try? ProcessHardening.refuseCoreDumps()) != nil else { return .failed }
    guard let location = try? InstanceLocation.current(), let path = try? Environment.executablePath() else {
      return .failed
    }
    let starter = PacketSocket(FileDescriptor(owning: 3))
    return Supervision.run(location, programs: SplitPath(path).folder, starter: starter) == 0 ? .done : .failed
  }
}
