// SPDX-License-Identifier: Apache-2.0
import Events
import Glibc
import LocationService
import OwnProcess
import Sockets
import SupervisorMessages
import SystemCalls
import Threads

/// `bailey-location FOLDER` follows what knows where this computer is, and writes it down in the folder, from which
/// `baileyd` reads it. The supervisor starts it while the person has it so, with its channel for reports on descriptor 3.
/// SIGTERM ends it.
@main enum BaileyLocation {
  static func main() {
    do {
      try ProcessHardening.refuseCoreDumps()
      // In the folder of another user nothing is written.
      try ProcessHardening.keep([])
      let arguments = CommandLine.arguments
      guard arguments.count == 2 else { stop(2, "usage: bailey-location FOLDER") }
      let stops = try SignalDescriptor([SIGTERM, SIGINT])
      let follower = try LocationFollower(writingTo: arguments[1]) { say($0) }
      let thread = try SystemThread(named: "location") { follower.run() }
      let report = PacketSocket(FileDescriptor(owning: 3))
      try DaemonReport.ready.send(on: report)
      // The supervisor says nothing on it: it becomes readable when the supervisor is gone.
      _ = try Poll.readable([stops.descriptor.raw, report.raw])
      follower.stop()
      thread.join()
    } catch {
      stop(1, "\(error)")
    }
  }

  private static func say(_ sentence: String) {
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(Array("\(sentence)\n".utf8).span)
    _ = errors.release()
  }

  private static func stop(_ status: Int32, _ sentence: String) -> Never {
    say(sentence)
    exit(status)
  }
}
