// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import Processes
package import SecretMemory

/// The tickets of identified programs, by which they are known on their next connections although they hide their
/// memory by then: a process that hides shows nobody of its user what it runs.
///
/// A ticket is good for the process that it was given to, and says what this ran. It lies in the process's memory alone: a program
/// that another one becomes (`execve(2)`) does not have it. Its code is made with a key that only `baileyd` has.
package final class ProgramTickets: Sendable {
  private static let codeLength = 32
  private static let digestLength = 32
  private static let headLength = codeLength + 4 + 8 + bootLength + 1 + 1
  private static let bootLength = 36
  private static let longestPath = 4096
  package static let longest = headLength + digestLength + longestPath

  private let key: SecretBytes
  private let boot: [UInt8]

  /// Takes the key of tickets; nil where this start of the machine has no name.
  package init?(key: consuming SecretBytes) {
    guard let boot = try? Array(ProcessStart.boot().utf8), boot.count == Self.bootLength else { return nil }
    self.key = key
    self.boot = boot
  }

  /// Makes a ticket for a process; nil where the process is gone, or the path is none that a program is known by.
  package func ticket(for program: ProgramFile, of process: Int32) -> [UInt8]? {
    guard program.path.count <= Self.longestPath, program.digest.isEmpty || program.digest.count == Self.digestLength,
      let head = head(of: process)
    else { return nil }
    let contents = head + [program.place.number, UInt8(program.digest.count)] + program.digest + program.path
    return HMACSHA256.authenticate(contents.span, key: key) + contents
  }

  /// The program that the process ran when it was given the ticket; nil for a ticket of another one, or a forged one.
  package func program(by ticket: [UInt8], of process: Int32) -> ProgramFile? {
    guard ticket.count >= Self.headLength, ticket.count <= Self.longest, let head = head(of: process) else {
      return nil
    }
    let contents = Array(ticket[Self.codeLength...])
    guard HMACSHA256.isValid(ticket.span.extracting(..<Self.codeLength), for: contents.span, key: key),
      contents.starts(with: head)
    else { return nil }
    let rest = contents[head.count...]
    guard let place = rest.first.flatMap({ ProgramFile.Place(number: $0) }), let size = rest.dropFirst().first else {
      return nil
    }
    let digest = rest.dropFirst(2).prefix(Int(size))
    return ProgramFile(path: Array(rest.dropFirst(2 + digest.count)), digest: Array(digest), place: place)
  }

  /// A name that no other process ever has: its number, when it began, and the start of the machine.
  private func head(of process: Int32) -> [UInt8]? {
    guard let ticks = try? ProcessStart.ticks(of: process) else { return nil }
    return Self.bytes(UInt64(UInt32(bitPattern: process)), 4) + Self.bytes(ticks, 8) + boot
  }

  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64(count - 1 - $0))) }
  }
}

extension ProgramFile.Place {
  fileprivate var number: UInt8 {
    switch self {
    case .guarded: 1
    case .open: 2
    case .elsewhere: 3
    }
  }

  fileprivate init?(number: UInt8) {
    switch number {
    case 1: self = .guarded
    case 2: self = .open
    case 3: self = .elsewhere
    default: return nil
    }
  }
}
