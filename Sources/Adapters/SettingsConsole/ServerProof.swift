// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import SecretMemory
import WebServer

/// Proves to a page that an answer comes from this process, and opens what the page has sealed for it.
///
/// Whoever has the port after this process gets all that an open page sends, cookie and CSRF word too, and can answer. Both sides
/// therefore have a secret that came with the address and is never sent: the page believes no answer without a code of it, and
/// seals under it what it sends. `pages/proof.js` is the other side.
final class ServerProof: Sendable {
  private let answers: SecretBytes
  private let requests: SecretBytes

  /// A nonce is 16 bytes in hexadecimal; no page sends another one.
  static let nonceCount = 32
  /// The size of the length that stands before what is sealed: the bytes beyond it hide how long it is.
  private static let lengthSize = 4

  init(_ secret: borrowing SecretBytes) {
    answers = Self.key("bailey-console answers", secret)
    requests = Self.key("bailey-console requests", secret)
  }

  private static func key(_ purpose: String, _ secret: borrowing SecretBytes) -> SecretBytes {
    HMACSHA256.secret(of: SecretBytes(copying: Array(purpose.utf8).span), key: secret)
  }

  /// The code for an answer to the request with this nonce. Of a stream it covers that it is one: what follows comes on the same connection.
  func code(for response: WebResponse, nonce: String) -> String {
    let code = answers.withBytes { RunningHMAC(.sha256, key: $0) }
    code.update(Array("\(nonce)\n\(response.status)\n".utf8).span)
    switch response.body {
    case .bytes(let bytes): code.update(bytes.span)
    case .secret(let body): body.withBytes { code.update($0) }
    case .events: break
    }
    return code.tag().hexadecimal
  }

  /// What a page has sealed; nil where it was not sealed for this process and this nonce.
  func open(_ body: RequestBody, nonce: String) -> RequestBody? {
    body.withBytes { (sealed: Span<UInt8>) -> RequestBody? in
      let (nonceSize, tagSize) = (AESGCM.nonceSize, AESGCM.tagSize)
      guard sealed.count >= nonceSize + Self.lengthSize + tagSize else { return nil }
      let opened = SecretBytes(count: sealed.count - nonceSize - tagSize) { plaintext in
        AESGCM.withKept { cipher in
          cipher.setKey(requests)
          // What does not authenticate leaves zeros: a length of none.
          try? cipher.open(
            sealed.extracting(droppingFirst: nonceSize), nonce: sealed.extracting(first: nonceSize),
            associated: Array(nonce.utf8).span, into: &plaintext)
        }
      }
      return opened.withBytes { bytes in
        let count = (0..<Self.lengthSize).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        guard count > 0, count <= bytes.count - Self.lengthSize else { return nil }
        var content = (0..<count).map { bytes[Self.lengthSize + $0] }
        return RequestBody(taking: &content)
      }
    }
  }
}
