// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import CryptoPrimitives
import Glibc
import SecretMemory

/// Any program may bring any bytes as its ticket: without a code made with the key they are none. With one, which only a
/// broken `baileyd` could have made, they are read within their bounds, and a ticket for what was read is the same one.
package enum ProgramTicketsTarget: FuzzTarget {
  package static let name = "ProgramTickets"

  private static func key() -> SecretBytes { SecretBytes(copying: [UInt8](repeating: 5, count: 32).span) }
  private static let process = getpid()
  private static let codeLength = 32

  package static func run(_ bytes: [UInt8]) {
    guard let tickets = ProgramTickets(key: key()), let head else { preconditionFailure("this process has no tickets") }
    precondition(tickets.program(by: bytes, of: process) == nil, "a ticket without a code counts")
    let contents = head + bytes
    let ticket = HMACSHA256.authenticate(contents.span, key: key()) + contents
    guard let program = tickets.program(by: ticket, of: process) else { return }
    precondition(program.path.count + program.digest.count + 2 == bytes.count)
    guard let again = tickets.ticket(for: program, of: process) else { return }
    precondition(again == ticket || program.digest.count != bytes[1], "a program has two tickets")
  }

  /// What names this process: a ticket without its code and the program.
  private static let head: [UInt8]? = {
    let none = ProgramFile(path: [], digest: [], place: .open)
    return ProgramTickets(key: key())?.ticket(for: none, of: process).map {
      Array($0.dropFirst(codeLength).dropLast(2))
    }
  }()
}
