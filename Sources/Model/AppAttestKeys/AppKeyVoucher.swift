// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives

/// What a machine's TPM signs about a key of an app: that the enclave which has it used it, for a request to an issuer.
package enum AppKeyVoucher {
  private static let label = Array("Bailey: key of an app, 1\n".utf8)

  /// The digest for a key, `04 X Y`, and the SHA-256 of the request's octets.
  package static func digest(publicKey: [UInt8], request: [UInt8]) -> [UInt8] {
    SHA256.hash((label + publicKey + request).span)
  }
}
