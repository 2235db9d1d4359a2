// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The hash functions keys, signatures and Apple's names need. MD5 and SHA-1 are here for what exists already: nothing
/// of Bailey's own relies on them.
package enum DigestAlgorithm: CaseIterable, Sendable {
  case md5, sha1, sha224, sha256, sha384, sha512

  package var size: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha224: 28
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  package var blockSize: Int {
    switch self {
    case .md5, .sha1, .sha224, .sha256: 64
    case .sha384, .sha512: 128
    }
  }

  package func hash(_ message: Span<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: size)
    let done = unsafe message.withUnsafeBytes { message in
      unsafe EVP_Digest(message.baseAddress, message.count, &digest, nil, fetched.raw, nil) == 1
    }
    precondition(done, "a hash has nothing to refuse")
    return digest
  }

  /// The library's name of the algorithm.
  package var name: StaticString {
    switch self {
    case .md5: "MD5"
    case .sha1: "SHA1"
    case .sha224: "SHA224"
    case .sha256: "SHA256"
    case .sha384: "SHA384"
    case .sha512: "SHA512"
    }
  }

  var fetched: FetchedDigest {
    switch self {
    case .md5: .md5
    case .sha1: .sha1
    case .sha224: .sha224
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }
}

/// A hash function of the library, fetched once per process.
/// Unchecked because the library's object is only read.
@safe struct FetchedDigest: @unchecked Sendable {
  let raw: OpaquePointer

  private init(_ algorithm: DigestAlgorithm) {
    let name = unsafe UnsafeRawPointer(algorithm.name.utf8Start).assumingMemoryBound(to: CChar.self)
    guard Crypto.isLoaded, let raw = unsafe EVP_MD_fetch(nil, name, nil) else {
      fatalError("the cryptographic library has no \(algorithm.name)")
    }
    unsafe self.raw = raw
  }

  fileprivate static let md5 = FetchedDigest(.md5)
  fileprivate static let sha1 = FetchedDigest(.sha1)
  fileprivate static let sha224 = FetchedDigest(.sha224)
  fileprivate static let sha256 = FetchedDigest(.sha256)
  fileprivate static let sha384 = FetchedDigest(.sha384)
  fileprivate static let sha512 = FetchedDigest(.sha512)
}
