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
/// `--idle-seconds NUMBER` has the pages locked sooner than after ten minutes without use.
@main enum ConsoleProgram {
  static func main() {
    do {
      let stops = try SignalDescriptor([SIGINT, SIGTERM])
      guard
        let location = InstanceLocation.resolve(
          currentDirectory: Environment.currentDirectory, userHome: Environment.homeDirectory,
          variable: Environment.value)
      else { stop("there is no home directory: set BAILEY_HOME") }
      let idle = idleSeconds()
      let broker = BrokerClient(socket: location.brokerSocket)
      do { try broker.identify() } catch { stop(sentence(.notRunning)) }
      // What is typed into the pages passes through this process.
      try ProcessHardening.refuseCoreDumps()
      let language = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment.value($0) }.first { !$0.isEmpty }
      let console = try SettingsConsole(location, broker, idleSeconds: idle, language: language ?? "") { address in
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
    case .notRunning: "Bailey is not running. Start it: bailey up"
    case .tooMany: "too many consoles are open already: end one of them with Ctrl-C where it runs"
    case .noServer: "the pages cannot be served: there is no memory, thread or descriptor left"
    }
  }

  private static func idleSeconds() -> UInt16 {
    let words = Array(CommandLine.arguments.dropFirst())
    guard !words.isEmpty else { return SettingsConsole.longestIdle }
    guard words.count == 2, words[0] == "--idle-seconds", let seconds = UInt16(words[1]),
      (1...SettingsConsole.longestIdle).contains(seconds)
    else { stop("usage: bailey-console [--idle-seconds 1...\(SettingsConsole.longestIdle)]") }
    return seconds
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
