// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import Files
import Glibc
package import SystemCalls

/// A certificate in a file, in PEM or DER.
package enum CertificateFile {
  private static let longest = 64 << 10
  /// The first byte of DER.
  private static let sequence: UInt8 = 0x30

  /// The certificate's octets in base64, which nobody has looked at.
  package static func base64(_ path: String) throws(SystemError) -> String {
    let bytes = try FileDescriptor.open(path, O_RDONLY).readToEnd(atMost: longest)
    if bytes.first == sequence { return Base64URL.encode(bytes) }
    return String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.filter { !$0.hasPrefix("-----") }.joined()
  }
}
