// SPDX-License-Identifier: Apache-2.0
import BrokerService
import EnclaveMessages
import Events
import Glibc
import KeychainModel
import OwnProcess
import SecretMemory
import Sockets
import SupervisorMessages
import SystemCalls

/// `baileyd STATE` serves the keychain of an instance whose files are in the folder STATE. The supervisor starts it.
///
/// Descriptor 3 is the channel on which the enclave tells of locks, 4 the listening socket of programs, which survives
/// restarts. On 5 the supervisor hears that requests are answered. 6 is the channel to the process that speaks
/// with the fingerprint sensor, 7 that to the one that asks an organisation's issuer. From 8 on are the channels on which the enclave gives keys,
/// `EnclaveProtocol.brokerChannels` of them. SIGTERM ends it.
@main enum BaileyD {
  private static let openFiles: UInt64 = 4096

  static func main() {
    do {
      try ProcessHardening.refuseCoreDumps()
      // With fewer, fewer programs are served at one time.
      try? ResourceLimit.raiseOpenFiles(to: openFiles)
      // Programs of root have every capability: to see which they are takes one too, and to read them where they lie.
      try ProcessHardening.keep([.lockMemory, .inspectProcesses, .readEverything])
      Heaps.share()
      let arguments = CommandLine.arguments
      guard arguments.count == 2 else { stop(2, "usage: baileyd STATE") }
      try serve(arguments[1], until: SignalDescriptor([SIGTERM, SIGINT]))
    } catch {
      stop(1, "\(error)")
    }
  }

  private static func serve(_ state: String, until stops: borrowing SignalDescriptor) throws {
    let service = try BrokerService(
      state: state, commandLine: try commandLine(), events: PacketSocket(FileDescriptor(owning: 3)),
      listener: PacketSocket(FileDescriptor(owning: 4)),
      keys: (0..<EnclaveProtocol.brokerChannels).map { 8 + Int32($0) }, sensor: PacketSocket(FileDescriptor(owning: 6)),
      issuer: PacketSocket(FileDescriptor(owning: 7)))
    try service.confine()
    let report = PacketSocket(FileDescriptor(owning: 5))
    // A report to a supervisor that is gone may be lost: its end ends this process too.
    service.onChange(ofHealth: { health in try? DaemonReport.keychain(health).send(on: report) })
    service.onChange(ofRegister: { isInForce in
      try? DaemonReport.register(isInForce ? .inForce : .refused).send(on: report)
    })
    service.onChange(ofFollowedLocation: { isFollowed in
      try? DaemonReport.location(isFollowed: isFollowed).send(on: report)
    })
    service.onChange(ofEnrolment: { isEnrolled in
      try? DaemonReport.issuer(isAsked: isEnrolled).send(on: report)
    })
    service.onWant(fingers: { try? DaemonReport.fingersAreWanted.send(on: report) })
    try DaemonReport.ready.send(on: report)
    SecretPages.whenSwappable { try? DaemonReport.swappableKeys.send(on: report) }
    let end = service.serve(until: stops)
    service.stop()
    if end == .keysGone { stop(1, "the enclave is gone") }
  }

  /// `bailey` lies beside this program.
  private static func commandLine() throws(SystemError) -> [UInt8] {
    Array(SplitPath(try Environment.executablePath()).sibling("bailey").utf8)
  }

  private static func stop(_ status: Int32, _ sentence: String) -> Never {
    let errors = FileDescriptor(owning: STDERR_FILENO)
    try? errors.write(Array("\(sentence)\n".utf8).span)
    exit(status)
  }
}
