// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import CallerIdentity
import CryptoPrimitives
import LinuxSystem

extension ConnectionSession {
  /// Identifies the program at the other end, and checks that the same process answers the challenge.
  ///
  /// The nonce goes out after the executable was read. The process that brings it back, as the kernel notes it, ran that
  /// file when it was read: it is not one that connected and then became another program, nor one that only shares the
  /// connection. In which sandbox a process is does not change while it lives.
  mutating func handshake(
    _ files: ProgramFiles, user: UInt32, origin: ConnectionOrigin, role: (ProgramFile) -> CallerRole
  ) throws(End) -> VerifiedCaller {
    guard let handle = try? connection.socket.peerProcess(), handle.process == connection.process else { throw .over }
    let program: ProgramFile?
    switch origin {
    // A process whose executable cannot be read is served as one that cannot be told apart.
    case .shared: program = try? files.file(of: handle)
    // An app may have sent its socket to anybody: whoever is not in its sandbox is not heard, and on any error neither.
    case .launched(_, let sandbox):
      guard (try? sandbox.hold(handle)) == true else { throw .over }
      program = nil
    }
    let caller = VerifiedCaller(
      handle, user: user, program: program, role: program.map(role) ?? .program, origin: origin)
    let nonce = SystemRandom.bytes(BrokerProtocol.nonceLength)
    try send(.challenge(nonce: nonce))
    while true {
      guard case .hello(let lowest, let highest, let answer) = try receive() else {
        try send(.refused(.outOfOrder))
        continue
      }
      guard answer == nonce, caller.isAlive else { throw .over }
      guard lowest <= BrokerProtocol.version, BrokerProtocol.version <= highest else {
        try send(.refused(.noSharedVersion))
        continue
      }
      try send(.welcome(version: BrokerProtocol.version))
      return caller
    }
  }
}
