// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import Events
import Glibc
import InstanceLayout
import MessageBus
import OwnProcess
import SecretService
import SystemCalls

/// `bailey-secrets [--home DIR]` answers for `org.freedesktop.secrets` on the session's bus, until the bus ends or SIGTERM. The bus starts it:
/// `bailey secrets enable`.
@main enum SecretsProgram {
  static func main() {
    do {
      Heaps.share()
      // Where it was started from is nobody's to hold.
      let directory = Environment.currentDirectory
      try Environment.leaveCurrentDirectory()
      let stops = try SignalDescriptor([SIGINT, SIGTERM])
      let device = BrokerClient(socket: location(directory).brokerSocket)
      // Once `baileyd` has seen which program this is: secrets pass through it from then on.
      let server = try SecretServer(on: .session, device) {
        guard (try? ProcessHardening.refuseCoreDumps()) != nil else { stop("its memory cannot be protected") }
      }
      try server.serve(until: stops.descriptor.raw)
    } catch BusError.nameTaken(let name) {
      stop("another service answers for \(name), and keeps it. See: bailey secrets status")
    } catch BusError.unreachable {
      stop("there is no session bus")
    } catch {
      stop("\(error)")
    }
  }

  private static func location(_ directory: String) -> InstanceLocation {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.isEmpty || words.count == 2 && words[0] == "--home" else { stop("usage: bailey-secrets [--home DIR]") }
    let location = InstanceLocation.resolve(currentDirectory: directory, userHome: Environment.homeDirectory) { name in
      name == "BAILEY_HOME" ? words.last ?? Environment.value(name) : Environment.value(name)
    }
    guard let location else { stop("there is no home directory: set BAILEY_HOME") }
    return location
  }

  private static func stop(_ message: String) -> Never {
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(Array("bailey-secrets: \(message)\n".utf8).span)
    _ = errors.release()
    exit(1)
  }
}
