// SPDX-License-Identifier: Apache-2.0
import CommonCrypto
import CryptoKit
import Foundation

/// What a page is recognised by.
struct Fingerprint {
  struct Disagreement: Error {}

  let data: Data

  init(of data: Data) { self.data = data }

  /// By both of the system's cryptographic libraries, which must agree.
  func text() throws -> String {
    let one = SHA256.hash(data: data)
    var other = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &other) }
    guard Array(one) == other else { throw Disagreement() }
    return one.prefix(4).map { String(format: "%02x", $0) }.joined()
  }
}
