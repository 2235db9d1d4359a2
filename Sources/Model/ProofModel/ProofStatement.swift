// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// The program on whose behalf the person is asked.
package struct ProofAsker: Sendable, Equatable {
  package let process: Int32
  /// The program as the person is told of it; nil where that cannot be told, and for the owner's own tools.
  package let program: String?

  /// A program that has the person asked.
  package init(process: Int32, program: String?) {
    self.process = process
    self.program = program
  }

  /// The process of `bailey` or of the console, which asks the person itself.
  package static func owner(in process: Int32) -> ProofAsker { ProofAsker(process: process, program: nil) }
}

/// A purpose and who asks, as bytes that stand for nothing else.
///
/// The number of the purpose (1), the process (4), whether there is a program (1), its SHA-256 or zeros (32), the
/// parameters.
package struct ProofStatement: Sendable, Hashable {
  package let bytes: [UInt8]

  static let headSize = 6 + ProofParameters.digestSize
  package static let sizes = headSize...headSize + (ProofPurpose.Number.allCases.map(\.parametersSize).max() ?? 0)

  package init(_ purpose: ProofPurpose, by asker: ProofAsker) {
    let head = ProofParameters().adding(purpose.number.rawValue).adding(UInt32(bitPattern: asker.process))
      .adding(asker.program)
    bytes = head.bytes + purpose.parameters.bytes
  }

  /// Reads a statement; nil unless it is as long as its purpose says.
  package init?(bytes: [UInt8]) {
    guard let first = bytes.first, let number = ProofPurpose.Number(rawValue: first),
      bytes.count == Self.headSize + number.parametersSize
    else { return nil }
    self.bytes = bytes
  }

  package var number: ProofPurpose.Number {
    guard let number = ProofPurpose.Number(rawValue: bytes[0]) else { preconditionFailure("a statement has a number") }
    return number
  }

  /// Whether the statement is about this purpose, whoever asks.
  package func isFor(_ purpose: ProofPurpose) -> Bool {
    number == purpose.number && bytes.dropFirst(Self.headSize).elementsEqual(purpose.parameters.bytes)
  }

  package var digest: ProofDigest { ProofDigest(of: self) }
}

/// The digest of a statement that a passcode is given for, as the enclave keeps it: its SHA-256.
package struct ProofDigest: Sendable, Hashable {
  package static let size = ProofParameters.digestSize
  package let bytes: [UInt8]

  /// The label that is hashed before the statement, so that it is the hash of nothing else.
  private static let label = Array("Bailey: what the passcode is given for, 1\n".utf8)

  package init(of statement: ProofStatement) { bytes = SHA256.hash((Self.label + statement.bytes).span) }

  /// Reads a digest of the program that asked the person.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}
