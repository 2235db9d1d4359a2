// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrowserBridge
import Glibc
import InstanceLayout
import OwnProcess
import PublicSuffixes
import SystemCalls

/// `bailey-browser` speaks to a browser's extension on its input and output, until the browser ends. The browser starts it, by the
/// file that `bailey browser install` writes. What it is called with is the browser's, and says nothing.
@main enum BrowserProgram {
  static func main() {
    let directory = Environment.currentDirectory
    guard let location = location(directory) else { stop("there is no home directory: set BAILEY_HOME") }
    guard let suffixes = PublicSuffixList() else { stop("there is no list of public suffixes") }
    do {
      try Environment.leaveCurrentDirectory()
      let client = BrokerClient(socket: location.brokerSocket)
      // A browser that has gone ends this by the end of the input, and not by a signal.
      signal(SIGPIPE, SIG_IGN)
      let bridge = BrowserBridge(
        from: FileDescriptor(owning: STDIN_FILENO), to: FileDescriptor(owning: STDOUT_FILENO), client,
        RelyingPartyRule { suffixes.isPublicSuffix($0) },
        protect: { (try? ProcessHardening.refuseCoreDumps()) != nil })
      bridge.serve()
    } catch {
      stop("\(error)")
    }
    exit(0)
  }

  private static func location(_ directory: String) -> InstanceLocation? {
    InstanceLocation.resolve(
      currentDirectory: directory, userHome: Environment.homeDirectory, variable: Environment.value)
  }

  private static func stop(_ message: String) -> Never {
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(Array("bailey-browser: \(message)\n".utf8).span)
    _ = errors.release()
    exit(1)
  }
}
