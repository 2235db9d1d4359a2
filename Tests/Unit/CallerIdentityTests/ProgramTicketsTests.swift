// SPDX-License-Identifier: Apache-2.0
import CallerIdentity
import CryptoPrimitives
import Glibc
import Processes
import SecretMemory
import Testing

/// By what programs are known that hide: for each way to have a ticket that was not given to this process for this program.
@Suite struct ProgramTicketsTests {
  private static let codeLength = 32
  private let program = ProgramFile(
    path: Array("/opt/mail".utf8), digest: [UInt8](repeating: 9, count: 32), place: .open)

  private func key(_ byte: UInt8 = 1) -> SecretBytes { SecretBytes(copying: [UInt8](repeating: byte, count: 32).span) }

  private func tickets(_ byte: UInt8 = 1) throws -> ProgramTickets {
    let tickets = ProgramTickets(key: key(byte))
    return try #require(tickets)
  }

  /// As whoever has the key would alter one.
  private func altered(_ ticket: [UInt8], at index: Int) -> [UInt8] {
    var contents = Array(ticket.dropFirst(Self.codeLength))
    contents[index] ^= 1
    return HMACSHA256.authenticate(contents.span, key: key()) + contents
  }

  @Test(arguments: [ProgramFile.Place.guarded, .open, .elsewhere])
  func `A ticket says what the process ran, to whoever has the key`(place: ProgramFile.Place) throws {
    for digest in [program.digest, []] {
      let known = ProgramFile(path: program.path, digest: digest, place: place)
      let ticket = try #require(try tickets().ticket(for: known, of: getpid()))
      #expect(try tickets().program(by: ticket, of: getpid()) == known)
      #expect(ticket.count <= ProgramTickets.longest)
    }
  }

  @Test func `Another process has no use for it`() throws {
    let child = try ChildProcess.start(ChildPlan(path: "/bin/sleep", arguments: ["60"]))
    defer {
      try? child.send(SIGKILL)
      _ = try? child.wait()
    }
    let (tickets, other) = (try tickets(), child.process)
    let ticket = try #require(tickets.ticket(for: program, of: getpid()))
    #expect(tickets.program(by: ticket, of: other) == nil)
    #expect(tickets.program(by: try #require(tickets.ticket(for: program, of: other)), of: getpid()) == nil)
  }

  @Test func `A process that is gone has none, and its number says nothing of a later one`() throws {
    let tickets = try tickets()
    let child = try ChildProcess.start(ChildPlan(path: "/bin/true"))
    let process = child.process
    _ = try child.wait()
    #expect(tickets.ticket(for: program, of: process) == nil)
    let ticket = try #require(tickets.ticket(for: program, of: getpid()))
    #expect(tickets.program(by: ticket, of: process) == nil)
    // The number (4), when it began (8), the start of the machine (36): with a right code each must be this process's.
    for index in [0, 3, 4, 11, 12, 47] {
      #expect(tickets.program(by: altered(ticket, at: index), of: getpid()) == nil, "\(index)")
    }
  }

  @Test func `Nothing of it can be changed without the key`() throws {
    let tickets = try tickets()
    let ticket = try #require(tickets.ticket(for: program, of: getpid()))
    for index in ticket.indices {
      var forged = ticket
      forged[index] ^= 1
      #expect(tickets.program(by: forged, of: getpid()) == nil, "\(index)")
    }
    #expect(try self.tickets(2).program(by: ticket, of: getpid()) == nil)
  }

  @Test func `Neither a part of it nor more than it is one`() throws {
    let tickets = try tickets()
    let ticket = try #require(tickets.ticket(for: program, of: getpid()))
    for count in ticket.indices { #expect(tickets.program(by: Array(ticket.prefix(count)), of: getpid()) == nil) }
    for more in [[0], [UInt8](repeating: 0, count: ProgramTickets.longest)] {
      #expect(tickets.program(by: ticket + more, of: getpid()) == nil)
    }
  }

  @Test func `What no program is known by gets none`() throws {
    let tickets = try tickets()
    let long = ProgramFile(path: [UInt8](repeating: 0x2F, count: 4097), digest: [], place: .open)
    let short = ProgramFile(path: program.path, digest: [1, 2, 3], place: .open)
    for program in [long, short] { #expect(tickets.ticket(for: program, of: getpid()) == nil) }
    // A place that there is not.
    let ticket = try #require(tickets.ticket(for: program, of: getpid()))
    var contents = Array(ticket.dropFirst(Self.codeLength))
    contents[48] = 9
    #expect(tickets.program(by: HMACSHA256.authenticate(contents.span, key: key()) + contents, of: getpid()) == nil)
  }
}
