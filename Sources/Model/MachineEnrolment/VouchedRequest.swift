// SPDX-License-Identifier: Apache-2.0
import AppAttest
package import JSONCoding
import WebAuthn

/// The octets of a request with what a machine's TPM signed about them.
package struct VouchedRequest: Sendable, Equatable {
  package let request: [UInt8]
  /// TPMS_ATTEST.
  package let quote: [UInt8]
  /// ECDSA, in DER.
  package let signature: [UInt8]

  package static let limits = JSONLimits(bytes: 16 << 10, depth: 2, values: 8)

  package init(request: [UInt8], quote: [UInt8], signature: [UInt8]) {
    (self.request, self.quote, self.signature) = (request, quote, signature)
  }

  package init(_ bytes: [UInt8]) throws(IssuerRefusal) {
    do throws(FormError) {
      let form = try FormReader(bytes, Self.limits)
      request = try form.anyBase64("request")
      quote = try form.anyBase64("quote")
      signature = try form.anyBase64("signature")
    } catch { throw .malformed }
  }

  package var json: JSONValue {
    .members([
      "request": .string(request.base64), "quote": .string(quote.base64), "signature": .string(signature.base64),
    ])
  }
}
