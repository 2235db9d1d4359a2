// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A hash of a message that comes in parts. One value is for one thread at a time; it wipes its state when freed.
/// Unchecked because whoever has it sees to it that one thread uses it.
@safe package final class RunningDigest: @unchecked Sendable {
  package let algorithm: DigestAlgorithm
  private let raw: OpaquePointer

  package init(_ algorithm: DigestAlgorithm) {
    self.algorithm = algorithm
    unsafe raw = Self.newContext()
    guard unsafe EVP_DigestInit_ex2(raw, algorithm.fetched.raw, nil) == 1 else {
      fatalError("the cryptographic library refuses its own hash")
    }
  }

  /// A hash that goes on from where another is.
  package init(copying other: RunningDigest) {
    algorithm = other.algorithm
    unsafe raw = Self.newContext()
    guard unsafe EVP_MD_CTX_copy_ex(raw, other.raw) == 1 else { fatalError("no memory for a hash") }
  }

  deinit { unsafe EVP_MD_CTX_free(raw) }

  package func update(_ part: Span<UInt8>) {
    let done = unsafe part.withUnsafeBytes { unsafe EVP_DigestUpdate(raw, $0.baseAddress, $0.count) == 1 }
    precondition(done, "a hash has nothing to refuse")
  }

  /// The hash of what came so far; more may come.
  package func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: algorithm.size)
    var span = digest.mutableSpan
    RunningDigest(copying: self).finish(into: &span)
    return digest
  }

  /// Ends the hash: nothing may be added.
  package func finish(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == algorithm.size)
    let done = unsafe digest.withUnsafeMutableBufferPointer {
      unsafe EVP_DigestFinal_ex(raw, $0.baseAddress, nil) == 1
    }
    precondition(done, "a hash ends once")
  }

  /// Forgets what came so far, and begins another message.
  func restart() {
    let done = unsafe EVP_DigestInit_ex2(raw, nil, nil) == 1
    precondition(done, "the cryptographic library refuses its own hash")
  }

  private static func newContext() -> OpaquePointer {
    guard Crypto.isLoaded, let raw = unsafe EVP_MD_CTX_new() else { fatalError("no memory for a hash") }
    return unsafe raw
  }
}
