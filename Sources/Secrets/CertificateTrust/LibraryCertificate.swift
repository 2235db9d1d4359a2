// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The library's form of a certificate.
@safe struct LibraryCertificate: ~Copyable {
  let raw: OpaquePointer

  init?(_ encoded: [UInt8]) {
    let raw = unsafe encoded.span.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return unsafe d2i_X509(nil, &position, bytes.count)
    }
    guard let raw = unsafe raw else {
      ERR_clear_error()
      return nil
    }
    unsafe self.raw = raw
  }

  deinit { unsafe X509_free(raw) }

  /// The certificate in DER.
  @unsafe static func encoded(_ raw: OpaquePointer) -> [UInt8] {
    var encoded: UnsafeMutablePointer<UInt8>? = nil
    let count = unsafe i2d_X509(raw, &encoded)
    guard count > 0, let start = unsafe encoded else { return [] }
    defer { unsafe CRYPTO_free(start, nil, 0) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}
