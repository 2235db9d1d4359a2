// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import EnclaveControl
import EnclaveMessages
import Foundation
import Glibc
import Processes
import PromptModel
import ProofModel
import RunningInstance
import SecretMemory
import Sockets

/// The library that makes a process of one of Bailey's programs speak for somebody else.
struct RelayLibrary {
  static let canBeBuilt = Program.isInstalled("clang")
  private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "relay.c")
    .path

  struct NotBuilt: Error { let errors: String }

  let instance: RunningInstance
  private let path: String

  init(for instance: RunningInstance) throws {
    self.instance = instance
    path = instance.home.deletingLastPathComponent().appending(path: "relay.so").path
    let result = try Program.run("clang", ["-shared", "-fPIC", "-o", path, Self.source])
    guard result.exitCode == 0 else { throw NotBuilt(errors: result.errors) }
    try instance.own(path)
  }

  /// A process of the program with the library, which connects to a socket and speaks for whoever has the other end of this one.
  fileprivate func start(_ program: String, to name: String, _ end: borrowing PacketSocket) throws -> ChildProcess {
    let socket = instance.home.appending(path: "run/\(name)").path
    let variables = instance.variables.map { "\($0)=\($1)" } + ["LD_PRELOAD=\(path)", "RELAY_TO=\(socket)"]
    var plan = ChildPlan(
      path: "/usr/bin/env", arguments: try instance.asUser("/usr/bin/env", variables + [program]))
    plan.descriptors = [end.raw]
    plan.life = .onItsOwn
    return try ChildProcess.start(plan)
  }
}

/// What `baileyd` takes for `bailey`, or another program of Bailey's, because it is that which says it.
final class FalseTool {
  private let child: ChildProcess
  private let connection: GreedyProgram

  convenience init(_ library: RelayLibrary) throws { try self.init(library, as: Program.locate("bailey").path) }

  init(_ library: RelayLibrary, as program: String) throws {
    let ends = try PacketSocket.pair()
    child = try library.start(program, to: "broker.sock", ends.far)
    connection = try GreedyProgram(ends.near)
  }

  deinit {
    try? child.send(SIGKILL)
    _ = try? child.wait()
  }

  var process: Int32 { child.process }
  func send(_ request: BrokerRequest) throws { try connection.send(request) }
  func receive() throws -> BrokerReply { try connection.receive() }
  func ask(_ request: BrokerRequest) throws -> BrokerReply { try connection.ask(request) }
}

/// The person, who gives the enclave the passcode for what they were shown.
final class HonestPerson {
  private let child: ChildProcess
  private let enclave: OwnerChannel

  init(_ library: RelayLibrary) throws {
    let ends = try PacketSocket.pair()
    child = try library.start(Program.locate("bailey").path, to: "enclave.sock", ends.far)
    enclave = try OwnerChannel(adopting: ends.near)
  }

  deinit {
    try? child.send(SIGKILL)
    _ = try? child.wait()
  }

  func give(_ statement: ProofStatement, for question: QuestionNumber) throws {
    let passcode = SecretBytes(copying: Array(RunningInstance.passcode.utf8).span)
    try enclave.prove(PasscodeProof(of: question, for: statement.digest, by: passcode))
  }
}
