// SPDX-License-Identifier: Apache-2.0
import CommandLineParsing
import JSONCoding
import OwnProcess
package import TerminalConsole

/// `bailey bench NAME`.
package struct BenchmarkCommand {
  private let action: BenchmarkAction
  private let console: Console

  private static let media = [
    FileBenchmark.Medium(name: "tmpfs", folder: "/dev/shm"), FileBenchmark.Medium(name: "disk", folder: "/var/tmp"),
  ]

  package init(_ action: BenchmarkAction, _ console: Console) {
    self.action = action
    self.console = console
  }

  package func run() -> ExitCode {
    do throws(BenchmarkError) {
      let program = try ownPath()
      try endCleanly(program)
      switch action {
      case .files(let options, let verdict, let form):
        let outcome = try measureFiles(program, options)
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .keychain(let verdict, let form):
        let outcome = try measureKeychain(program)
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .secrets(let verdict, let form):
        let console = console
        let outcome = try SecretsBenchmark(program: program, folder: "/var/tmp") { console.note($0) }.run()
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .console(let verdict, let form):
        let outcome = try measureConsole(program)
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .signIn(let verdict, let form):
        let console = console
        let outcome = try SignInBenchmark(program: program, folder: "/var/tmp") { console.note($0) }.run()
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .lock(let verdict, let form):
        let outcome = try measureLock(program)
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .consent(let verdict, let form):
        let console = console
        let outcome = try ConsentBenchmark.run(program: program, folder: "/var/tmp") { console.note($0) }
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .attest(let python, let verdict, let form):
        let console = console
        let outcome = try AttestBenchmark.run(python: python, folder: "/dev/shm") { console.note($0) }
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .apps(let verdict, let form):
        let console = console
        let outcome = try AppBenchmark(program: program, folder: "/var/tmp") { console.note($0) }.run()
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .passkeys(let verdict, let form):
        let console = console
        let outcome = try PasskeyBenchmark(program: program, folder: "/dev/shm") { console.note($0) }.run()
        console.print(form == .json ? outcome.json.text : outcome.text)
        return exitCode(outcome.missed, verdict)
      case .widgets: preconditionFailure("bailey-widgets measures these")
      }
    } catch {
      console.note("bailey: " + error.sentence)
      return .failed
    }
  }

  private func exitCode(_ missed: [String], _ verdict: BenchmarkVerdict) -> ExitCode {
    missed.isEmpty || verdict == .printed ? .done : .failed
  }

  private func measureFiles(
    _ program: String, _ options: FileBenchmarkOptions
  ) throws(BenchmarkError) -> FileOutcome {
    let console = console
    let media = Self.media.filter { options.medium == nil || $0.name == options.medium?.rawValue }
    let parts = options.part.map { [$0.measured] } ?? Set(FileBenchmark.Part.allCases)
    let benchmark = FileBenchmark(program: program, rounds: 3, media: media, parts: parts) { console.note($0) }
    let outcome = try benchmark.run()
    noteMissing(outcome.missing)
    return outcome
  }

  private func measureLock(_ program: String) throws(BenchmarkError) -> LockOutcome {
    let console = console
    return try LockBenchmark(program: program, folder: "/dev/shm") { console.note($0) }.run()
  }

  private func measureConsole(_ program: String) throws(BenchmarkError) -> ConsoleOutcome {
    let console = console
    return try ConsoleBenchmark(program: program, folder: "/dev/shm") { console.note($0) }.run()
  }

  private func measureKeychain(_ program: String) throws(BenchmarkError) -> KeychainOutcome {
    let console = console
    let outcome = try KeychainBenchmark(program: program, folder: "/var/tmp") { console.note($0) }.run()
    noteMissing(outcome.missing)
    return outcome
  }

  private func noteMissing(_ names: [String]) {
    for name in names { console.note("\(name) is not installed: it is missing from the tables") }
  }

  private func endCleanly(_ program: String) throws(BenchmarkError) {
    do { try BenchmarkEnd.watch(program, Self.media.map(\.folder)) } catch { throw .system(error) }
  }

  private func ownPath() throws(BenchmarkError) -> String {
    do { return try Environment.executablePath() } catch { throw .system(error) }
  }
}

extension FileBenchmarkOptions.Part {
  fileprivate var measured: FileBenchmark.Part {
    switch self {
    case .large: .large
    case .random: .random
    case .tree: .tree
    case .small: .small
    }
  }
}
