// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import IssuerService
import OwnProcess
import Sockets
import SupervisorMessages
import SystemCalls

/// `bailey-issuer STATE` asks the organisation's issuer that the instance is enrolled with, for `baileyd`, whose folder STATE says
/// which one that is. The supervisor starts it where there is one, with its channel for reports on descriptor 3, and on 4 the one to
/// `baileyd`. SIGTERM ends it.
@main enum IssuerProgram {
  static func main() {
    do {
      let arguments = CommandLine.arguments
      guard arguments.count == 2 else { stop(2, "usage: bailey-issuer STATE") }
      Heaps.share()
      let stops = try SignalDescriptor([SIGTERM, SIGINT])
      let report = PacketSocket(FileDescriptor(owning: 3))
      let channel = PacketSocket(FileDescriptor(owning: 4))
      let issuer = try RemoteIssuer(in: arguments[1])
      try RemoteIssuer.hide()
      let service = IssuerService(on: channel, asking: issuer)
      try DaemonReport.ready.send(on: report)
      // The supervisor says nothing: its channel becomes readable when it is gone.
      service.serve(until: [stops.descriptor.raw, report.raw])
    } catch {
      stop(1, "\(error)")
    }
  }

  private static func stop(_ status: Int32, _ sentence: String) -> Never {
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(Array("\(sentence)\n".utf8).span)
    exit(status)
  }
}
