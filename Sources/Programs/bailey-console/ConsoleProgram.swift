// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Events
import Glibc
import InstanceLayout
import OwnProcess
import SettingsConsole
import SystemCalls

/// The settings as pages for the browser, until SIGINT or SIGTERM. `bailey console` starts it.
///
/// `--idle-seconds NUMBER` has the pages locked sooner than after ten minutes without use; `--page welcome` shows that page first.
@main enum ConsoleProgram {
  static func main() {
    do {
      Heaps.share()
      let stops = try SignalDescriptor([SIGINT, SIGTERM])
      guard
        let location = InstanceLocation.resolve(
          currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
          variable: Environment.value)
      else { stop("there is no home directory: set BAILEY_HOME") }
      let options = Options(Array(CommandLine.arguments.dropFirst()))
      let broker = BrokerClient(socket: location.brokerSocket)
      do { try broker.identify() } catch { stop(sentence(.notRunning)) }
      // What is typed into the pages passes through this process.
      try ProcessHardening.refuseCoreDumps()
      let language = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment.value($0) }.first { !$0.isEmpty }
      let console = try SettingsConsole(
        location, broker, idleSeconds: options.idleSeconds, language: language ?? "", page: options.page
      ) { address in
        // May fail: the notice stays.
        if BrowserWindow.isPossible { try? BrowserWindow.open(address, location) }
      }
      say(console.address, to: STDOUT_FILENO)
      // Without a window the person opens the address that was printed.
      if BrowserWindow.isPossible { try? BrowserWindow.open(console.address, location) }
      defer { BrowserWindow.forget(location) }
      _ = try Poll.readable([stops.descriptor.raw])
      console.stop()
    } catch let error as ConsoleStartError {
      stop(sentence(error))
    } catch {
      stop("\(error)")
    }
  }

  private static func sentence(_ error: ConsoleStartError) -> String {
    switch error {
    case .notRunning: "Bailey is not running. Start it: bailey up; for the first time: bailey setup --console"
    case .tooMany: "too many consoles are open already: end one of them with Ctrl-C where it runs"
    case .noServer: "the pages cannot be served: there is no memory, thread or descriptor left"
    }
  }

  private struct Options {
    var idleSeconds = SettingsConsole.longestIdle
    var page: SettingsConsole.FirstPage?

    /// Ends the program where the words are none of these.
    init(_ words: [String]) {
      guard words.count.isMultiple(of: 2) else { stop(Self.usage) }
      for index in stride(from: 0, to: words.count, by: 2) {
        switch (words[index], UInt16(words[index + 1]), SettingsConsole.FirstPage(rawValue: words[index + 1])) {
        case ("--idle-seconds", let seconds?, _) where (1...SettingsConsole.longestIdle).contains(seconds):
          idleSeconds = seconds
        case ("--page", _, let page?): self.page = page
        default: stop(Self.usage)
        }
      }
    }

    private static let usage =
      "usage: bailey-console [--idle-seconds 1...\(SettingsConsole.longestIdle)] [--page welcome]"
  }

  private static func stop(_ message: String) -> Never {
    say("bailey-console: \(message)", to: STDERR_FILENO)
    exit(1)
  }

  private static func say(_ message: String, to output: Int32) {
    let output = FileDescriptor(owning: output)
    try? output.write(Array((message + "\n").utf8).span)
    _ = output.release()
  }
}
