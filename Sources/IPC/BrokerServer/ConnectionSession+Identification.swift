// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import CryptoPrimitives
import Glibc
import ProcessIsolation
import Processes
import Sockets
import SystemCalls

/// The means by which a server knows who calls.
struct CallerIdentification: Sendable {
  /// The user whose processes alone are served.
  let user: UInt32
  /// The one file that is the command line.
  let commandLine: [UInt8]
  let files: ProgramFiles
  /// The tickets by which a process is known that hides itself after its first connection; nil where the server takes none.
  let tickets: ProgramTickets?

  func role(_ path: [UInt8], _ place: ProgramFile.Place) -> CallerRole {
    guard place != .elsewhere else { return .program }
    if path == commandLine { return .commandLine }
    return Self.beside.first { path == commandLine + $0.suffix }?.role ?? .program
  }

  /// Programs that lie beside the command line, by what their names add to its name.
  private static let beside: [(suffix: [UInt8], role: CallerRole)] = [
    (Array("-console".utf8), .console), (Array("-widgets".utf8), .widgets), (Array("-run".utf8), .runtime),
    (Array("-secrets".utf8), .secrets), (Array("-browser".utf8), .browser),
  ]

  /// The program of a process; nil for a process that cannot be told from others.
  func program(of process: borrowing ProcessHandle, _ execution: borrowing ProcessExecution) -> ProgramFile? {
    try? files.file(of: process, execution) { role($0, $1) != .program }
  }
}

extension ConnectionSession {
  /// Identifies the program at the other end, and checks that the same process answers the challenge.
  ///
  /// The nonce goes out after the executable was read. The process that brings it back, as the kernel notes it, ran that
  /// file when it was read: it is not one that connected and then became another program, nor one that only shares the
  /// connection. In which sandbox a process is does not change while it lives.
  mutating func handshake(
    _ identification: CallerIdentification, origin: ConnectionOrigin
  ) throws(End) -> VerifiedCaller {
    guard let handle = try? connection.socket.peerProcess(), handle.process == connection.process else { throw .over }
    switch origin {
    case .shared: return try handshake(handle, identification)
    // An app may have sent its socket to anybody: whoever is not in its sandbox is not heard, and on any error neither.
    case .launched(_, let sandbox):
      guard (try? sandbox.hold(handle)) == true else { throw .over }
      _ = try exchangeNonce { _ in [] }
      return VerifiedCaller(handle, nil, user: identification.user, program: nil, role: .program, origin: origin)
    }
  }

  private mutating func handshake(
    _ handle: consuming ProcessHandle, _ identification: CallerIdentification
  ) throws(End) -> VerifiedCaller {
    let tickets = identification.tickets
    let process = handle.process
    var program: ProgramFile?
    var isHidden = false
    let execution: ProcessExecution?
    do {
      let seen = try ProcessExecution(of: handle)
      program = identification.program(of: handle, seen)
      execution = consume seen
    } catch {
      guard error.code == EACCES || error.code == EPERM else { throw .over }
      execution = nil
      isHidden = true
    }
    try exchangeNonce { ticket in
      if isHidden { program = tickets?.program(by: ticket, of: process) }
      return program.flatMap { tickets?.ticket(for: $0, of: process) } ?? []
    }
    guard handle.isAlive else { throw .over }
    let role = program.map { identification.role($0.path, $0.place) } ?? .program
    return VerifiedCaller(
      handle, execution, user: identification.user, program: program, role: role, origin: .shared)
  }

  /// `answer` gets the ticket that came along, and gives the one to go back.
  private mutating func exchangeNonce(_ answer: ([UInt8]) -> [UInt8]) throws(End) {
    let nonce = SystemRandom.bytes(BrokerProtocol.nonceLength)
    try send(.challenge(nonce: nonce))
    while true {
      guard case .hello(let lowest, let highest, let back, let ticket) = try receive() else {
        try send(.refused(.outOfOrder))
        continue
      }
      guard back == nonce else { throw .over }
      guard lowest <= BrokerProtocol.version, BrokerProtocol.version <= highest else {
        try send(.refused(.noSharedVersion))
        continue
      }
      return try send(.welcome(version: BrokerProtocol.version, ticket: answer(ticket)))
    }
  }
}
