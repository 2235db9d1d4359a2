// SPDX-License-Identifier: Apache-2.0
import AppAttest

/// PEM as OpenSSL writes it.
enum PEMText {
  static func certificate(_ certificate: [UInt8]) -> String {
    let text = Array(certificate.base64)
    let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
    return (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
  }
}
