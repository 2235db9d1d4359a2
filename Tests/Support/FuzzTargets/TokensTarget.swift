// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import JOSECoding
import JSONCoding

/// Tokens and keys from anywhere: what is read is written as what reads the same, and nothing is verified that nobody signed.
package enum TokensTarget: FuzzTarget {
  package static let name = "Tokens"

  package static func run(_ bytes: [UInt8]) {
    if let decoded = Base64URL.decode(bytes) {
      precondition(Array(Base64URL.encode(decoded).utf8) == bytes, "bytes have two texts")
    }
    if let token = try? CompactJWS(bytes) {
      precondition(token.signedBytes.count < bytes.count, "more is signed than is there")
      if let algorithm = token.algorithmName, JOSEAlgorithm(rawValue: algorithm) == nil {
        precondition((try? JOSEAlgorithm(named: algorithm)) == nil, "an unknown algorithm is known")
      }
    }
    guard let set = try? JSONWebKeySet(bytes) else { return }
    let again = try? JSONWebKeySet(Array(set.json.text.utf8))
    precondition(again == set, "keys are written as others")
    if let token = try? CompactJWS(Array("e30.e30.AAAA".utf8)) {
      for key in set.keys { precondition((try? token.verify(with: key)) == nil, "a token of nobody is verified") }
    }
  }
}
