// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The textual form of RFC 7468.
struct PEM {
  let label: String
  let contents: Data

  private static let longest = 1 << 16

  init(label: String, contents: Data) {
    self.label = label
    self.contents = contents
  }

  /// The one block of the text, whose label must be among these.
  init(_ text: String, labels: [String]) throws {
    let lines = text.utf8.count <= Self.longest ? text.split(whereSeparator: \.isNewline) : []
    guard let first = lines.first, let last = lines.last, lines.count > 2,
      let label = labels.first(where: { first == "-----BEGIN \($0)-----" }), last == "-----END \(label)-----",
      let contents = Data(base64Encoded: lines.dropFirst().dropLast().joined())
    else { throw CryptoKitASN1Error.invalidPEMDocument }
    self.init(label: label, contents: contents)
  }

  /// Lines of 64 characters, without a line end after the last.
  var text: String {
    let encoded = Array(contents.base64EncodedString().utf8)
    let lines = stride(from: 0, to: encoded.count, by: 64).map {
      String(decoding: encoded[$0..<min($0 + 64, encoded.count)], as: UTF8.self)
    }
    return (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----"]).joined(separator: "\n")
  }
}
