// SPDX-License-Identifier: Apache-2.0
import CBORCoding
import COSEKeys
import KeyFormats
import X509Certificates

/// Reads the members of a statement that is a map, of exactly these names.
struct StatementReader {
  let section: String
  private let members: CBORMap

  init(_ statement: CBORValue, _ section: String, allowed: [String]) throws(AttestationDefect) {
    guard let members = statement.members,
      members.entries.allSatisfy({ entry in allowed.contains { entry.key == .text($0) } })
    else { throw AttestationDefect(section, .syntax) }
    self.section = section
    self.members = members
  }

  func has(_ name: String) -> Bool { members[name] != nil }

  func bytes(_ name: String) throws(AttestationDefect) -> [UInt8] {
    guard let bytes = members[name]?.byteString else { throw defect(.syntax) }
    return bytes
  }

  func text(_ name: String) throws(AttestationDefect) -> String {
    guard let text = members[name]?.textString else { throw defect(.syntax) }
    return text
  }

  /// The algorithm `alg`.
  func algorithm() throws(AttestationDefect) -> COSEAlgorithm {
    guard let number = members["alg"]?.integer else { throw defect(.syntax) }
    guard let algorithm = COSEAlgorithm(rawValue: number) else {
      throw defect(.algorithm(number, name: COSEAlgorithm.name(of: number)))
    }
    return algorithm
  }

  /// The certificates `x5c`, at least one; the first one parsed.
  func certificates() throws(AttestationDefect) -> (signer: AttestationCertificate, path: [[UInt8]]) {
    guard let elements = members["x5c"]?.elements else { throw defect(.syntax) }
    let path = elements.compactMap(\.byteString)
    guard path.count == elements.count, let first = path.first else { throw defect(.syntax) }
    return (try AttestationCertificate(first, section), path)
  }

  func defect(_ kind: AttestationDefect.Kind) -> AttestationDefect { AttestationDefect(section, kind) }
}
