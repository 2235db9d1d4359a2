// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// HMAC (FIPS 198-1) of a message that comes in parts. One value is for one thread at a time; it wipes its key.
/// Unchecked because whoever has it sees to it that one thread uses it.
@safe package final class RunningHMAC: @unchecked Sendable {
  package let algorithm: DigestAlgorithm
  private let raw: OpaquePointer

  /// Begins a code. The key may have any length, none at all too.
  package init(_ algorithm: DigestAlgorithm, key: Span<UInt8>) {
    self.algorithm = algorithm
    guard Crypto.isLoaded, let raw = unsafe EVP_MAC_CTX_new(FetchedMAC.hmac.raw) else {
      fatalError("no memory for an HMAC")
    }
    unsafe self.raw = raw
    var parameters = LibraryParameters()
    parameters.append("digest", text: algorithm.name)
    // A key without an address would mean the key from before, so an empty one points at something too.
    let nothing: [UInt8] = [0]
    let done = unsafe key.withUnsafeBufferPointer { key in
      unsafe nothing.withUnsafeBufferPointer { nothing in
        unsafe parameters.withList {
          unsafe EVP_MAC_init(raw, key.baseAddress ?? nothing.baseAddress, key.count, $0) == 1
        }
      }
    }
    precondition(done, "HMAC takes keys of any length")
  }

  package init(copying other: RunningHMAC) {
    algorithm = other.algorithm
    guard let raw = unsafe EVP_MAC_CTX_dup(other.raw) else { fatalError("no memory for an HMAC") }
    unsafe self.raw = raw
  }

  deinit { unsafe EVP_MAC_CTX_free(raw) }

  package func update(_ part: Span<UInt8>) {
    let done = unsafe part.withUnsafeBufferPointer { unsafe EVP_MAC_update(raw, $0.baseAddress, $0.count) == 1 }
    precondition(done, "HMAC has nothing to refuse")
  }

  /// The tag of what came so far; more may come.
  package func tag() -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: algorithm.size)
    var span = tag.mutableSpan
    RunningHMAC(copying: self).finish(into: &span)
    return tag
  }

  /// Ends the message: nothing may be added.
  func finish(into tag: inout MutableSpan<UInt8>) {
    precondition(tag.count == algorithm.size)
    let done = unsafe tag.withUnsafeMutableBufferPointer { tag in
      var count = 0
      return unsafe EVP_MAC_final(raw, tag.baseAddress, &count, tag.count) == 1
    }
    precondition(done, "a message ends once")
  }
}

/// Unchecked because the library's object is only read.
@safe private struct FetchedMAC: @unchecked Sendable {
  let raw: OpaquePointer

  static let hmac: FetchedMAC = {
    guard Crypto.isLoaded, let raw = unsafe EVP_MAC_fetch(nil, "HMAC", nil) else {
      fatalError("the cryptographic library has no HMAC")
    }
    return unsafe FetchedMAC(raw: raw)
  }()
}
