// SPDX-License-Identifier: Apache-2.0
import Benchmarks
import ControlCommands
import LinuxSystem
import TerminalConsole

/// `bailey bench NAME`.
struct BenchmarkCommand {
  let options: BenchmarkOptions
  let console: Console

  private static let media = [
    FileBenchmark.Medium(name: "tmpfs", folder: "/dev/shm"), FileBenchmark.Medium(name: "disk", folder: "/var/tmp"),
  ]

  func run() -> ExitCode {
    do throws(BenchmarkError) {
      let program = try ownPath()
      try endCleanly(program)
      switch options.name {
      case "lock": return try measureLock(program)
      case "keychain": return try measureKeychain(program)
      default: return try measureFiles(program)
      }
    } catch {
      console.note("bailey: " + sentence(error))
      return .failed
    }
  }

  private func measureFiles(_ program: String) throws(BenchmarkError) -> ExitCode {
    let console = console
    let media = Self.media.filter { options.place == nil || $0.name == options.place?.rawValue }
    let benchmark = FileBenchmark(program: program, rounds: 3, media: media, parts: parts) { console.note($0) }
    let outcome = try benchmark.run()
    for name in outcome.missing { console.note("\(name) is not installed: it is missing from the tables") }
    switch options.form {
    case .json: console.print(outcome.json)
    case .text: console.print(outcome.text)
    }
    return exitCode(outcome.missed)
  }

  private var parts: Set<FileBenchmark.Part> {
    switch options.part {
    case .large: [.large]
    case .random: [.random]
    case .tree: [.tree]
    case .small: [.small]
    case nil: Set(FileBenchmark.Part.allCases)
    }
  }

  private func exitCode(_ missed: [String]) -> ExitCode {
    missed.isEmpty || options.verdict == .printed ? .done : .failed
  }

  private func measureLock(_ program: String) throws(BenchmarkError) -> ExitCode {
    let console = console
    let outcome = try LockBenchmark(program: program, folder: "/dev/shm") { console.note($0) }.run()
    console.print(options.form == .json ? outcome.json : outcome.text)
    return exitCode(outcome.missed)
  }

  private func measureKeychain(_ program: String) throws(BenchmarkError) -> ExitCode {
    let console = console
    let (tables, notes, missing) = try KeychainBenchmark(program: program, folder: "/var/tmp") { console.note($0) }
      .run()
    for name in missing { console.note("\(name) is not installed: it is missing from the tables") }
    switch options.form {
    case .json: console.print("{\"tables\":[\(tables.map(\.json).joined(separator: ","))]}")
    case .text: console.print((tables.map(\.text) + notes).joined(separator: "\n"))
    }
    return .done
  }

  private func endCleanly(_ program: String) throws(BenchmarkError) {
    do { try BenchmarkEnd.watch(program, Self.media.map(\.folder)) } catch { throw .system(error) }
  }

  private func ownPath() throws(BenchmarkError) -> String {
    do { return try Environment.executablePath() } catch { throw .system(error) }
  }

  private func sentence(_ error: BenchmarkError) -> String {
    switch error {
    case .notInstalled(let program): "\(program) is not installed.\nTry: apt install \(program)"
    case .programFailed(let program, let end): "\(program) failed: \(end)"
    case .unreadableAnswer(let program): "the answer of \(program) could not be read"
    case .system(let error): "\(error)"
    }
  }
}
