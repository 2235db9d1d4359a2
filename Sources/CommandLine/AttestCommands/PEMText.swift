// SPDX-License-Identifier: Apache-2.0
import Advice
import AppAttest
import TerminalConsole

/// PEM as OpenSSL writes it.
enum PEMText {
  static func certificate(_ certificate: [UInt8]) -> String {
    let text = Array(certificate.base64)
    let lines = stride(from: 0, to: text.count, by: 64).map { String(text[$0..<min($0 + 64, text.count)]) }
    return (["-----BEGIN CERTIFICATE-----"] + lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
  }

  private static let longestFile = 64 << 10

  /// The certificate of a file, which is in PEM or DER.
  static func certificate(in file: String, _ console: Console) throws(CommandFailure) -> [UInt8] {
    try read(InputFile.contents(of: file, atMost: longestFile, console), file)
  }

  private static func read(_ bytes: [UInt8], _ path: String) throws(CommandFailure) -> [UInt8] {
    if bytes.first == 0x30 { return bytes }
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.filter { !$0.hasPrefix("-----") }
    guard let certificate = [UInt8](anyBase64: lines.joined()), certificate.first == 0x30 else {
      throw .particular("\(Printable.oneLine(path)) is no certificate.", .usage)
    }
    return certificate
  }
}
