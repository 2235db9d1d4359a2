// SPDX-License-Identifier: Apache-2.0
import Events
import FingerprintService
import Glibc
import OwnProcess
import Sockets
import SupervisorMessages
import SystemCalls

/// `bailey-fingerprint` tells `baileyd` of fingers that fprintd has read. The supervisor starts it when that is wanted first, with its
/// channel for reports on descriptor 3, and on 4 the one to `baileyd`. It has no key. SIGTERM ends it.
@main enum FingerprintProgram {
  static func main() {
    do {
      // Nobody of this user may look into it, or speak in its place.
      try ProcessHardening.refuseCoreDumps()
      try ProcessHardening.keep([])
      let stops = try SignalDescriptor([SIGTERM, SIGINT])
      let report = PacketSocket(FileDescriptor(owning: 3))
      let service = try FingerprintService(on: PacketSocket(FileDescriptor(owning: 4)))
      try DaemonReport.ready.send(on: report)
      // The supervisor says nothing: its channel becomes readable when it is gone.
      service.serve(until: [stops.descriptor.raw, report.raw])
    } catch {
      let errors = FileDescriptor(owning: STDERR_FILENO)
      try? errors.write(Array("\(error)\n".utf8).span)
      exit(1)
    }
  }
}
