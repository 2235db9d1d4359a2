// SPDX-License-Identifier: Apache-2.0
import Glibc
import ProxyService

/// The network of one start of an app, or of one of its extensions: `bailey-proxy` reads what the app sends and what servers
/// answer, and `bailey-proxy --connector` resolves names and connects. `bailey-run` and `bailey-widgets` start both.
@main enum ProxyProgram {
  private enum Status: Int32 { case ended = 0, notConfined = 1, usage = 2 }

  static func main() {
    do {
      switch Array(CommandLine.arguments.dropFirst()) {
      case []: try ProxyService.carry()
      case ["--connector"]: try ProxyService.connect()
      default: exit(Status.usage.rawValue)
      }
    } catch {
      // Nothing was read by then.
      exit(Status.notConfined.rawValue)
    }
    exit(Status.ended.rawValue)
  }
}
