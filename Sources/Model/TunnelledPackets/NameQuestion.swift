// SPDX-License-Identifier: Apache-2.0

/// The query of a program to DNS: RFC 1035, section 4.
struct NameQuestion: Equatable {
  let host: String
  /// Whether an address of IPv4 in the internet's class is wanted.
  let wantsAddress: Bool
  private let head: [UInt8]
  private let question: [UInt8]

  /// Reads a query with one question. Nil for anything else.
  init?(_ message: [UInt8]) {
    guard message.count >= 12, message.count <= Self.largest,
      // A usual question, and one.
      message[2] & 0xF8 == 0, message[4] == 0, message[5] == 1
    else { return nil }
    var labels: [String] = []
    var place = 12
    while true {
      guard place < message.count else { return nil }
      let count = Int(message[place])
      place += 1
      if count == 0 { break }
      // Longer ones are references to elsewhere in the message, which a question has no use for.
      guard count <= 63, place + count <= message.count else { return nil }
      let label = message[place..<place + count]
      // A dot within a label would make two names of one.
      guard label.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ".") }) else { return nil }
      labels.append(String(decoding: label, as: UTF8.self))
      place += count
    }
    guard place + 4 <= message.count, place - 12 <= 255 else { return nil }
    host = labels.joined(separator: ".")
    wantsAddress = Array(message[place..<place + 4]) == [0, 1, 0, 1]
    head = Array(message[..<4])
    question = Array(message[12..<place + 4])
  }

  private static let largest = 4096

  enum Answer: Equatable {
    case address([UInt8])
    /// The name is there, and has nothing of the kind.
    case nothing
    case noSuchName
    /// The maximum number of names has been asked for.
    case refused
  }

  func reply(_ answer: Answer) -> [UInt8] {
    let code: UInt8 =
      switch answer {
      case .address, .nothing: 0
      case .noSuchName: 3
      case .refused: 5
      }
    let count: UInt8 = if case .address = answer { 1 } else { 0 }
    var reply = Array(head[..<2]) + [0x80 | head[2] & 1, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0] + question
    // The name is the question's; the address is good for as long as the program runs, and an hour is enough.
    if case .address(let bytes) = answer { reply += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0x0E, 0x10, 0, 4] + bytes }
    return reply
  }
}
