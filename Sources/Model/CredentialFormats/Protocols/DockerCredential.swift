// SPDX-License-Identifier: Apache-2.0

/// The credential that docker sends to a credential helper to be stored: an object with `ServerURL`, `Username`,
/// `Secret`, and perhaps more.
package struct DockerCredential: Sendable {
  /// The places of the texts, with their quotation marks. The secret is not looked at.
  package let server: Range<Int>
  package let username: Range<Int>
  /// The object, which is kept as it came in.
  package let object: Range<Int>

  /// The maximum number of bytes that are read.
  package static let largest = 64 << 10

  /// Reads Docker's object; nil where the text is no such object, or the server has no name.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.largest, let object = JSONOutline(of: 0..<bytes.count, in: bytes),
      let server = object.member("ServerURL", in: bytes), let username = object.member("Username", in: bytes),
      let secret = object.member("Secret", in: bytes), JSONOutline.text(secret.value, in: bytes) != nil,
      JSONOutline.text(username.value, in: bytes) != nil,
      let name = JSONOutline.text(server.value, in: bytes), !name.isEmpty
    else { return nil }
    (self.server, self.username, self.object) = (server.value, username.value, object.range)
  }
}
