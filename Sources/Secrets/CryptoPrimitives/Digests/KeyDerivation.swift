// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import SecretMemory

/// A key derivation function of the library, over SHA-256.
/// Unchecked because the library's object is only read.
@safe struct KeyDerivation: @unchecked Sendable {
  private let raw: OpaquePointer

  private init(_ name: String) {
    guard Crypto.isLoaded, let raw = unsafe EVP_KDF_fetch(nil, name, nil) else {
      fatalError("the cryptographic library has no \(name)")
    }
    unsafe self.raw = raw
  }

  static let singleStep = KeyDerivation("SSKDF")

  func derive(from secret: borrowing SecretBytes, info: Span<UInt8>, count: Int) -> SecretBytes {
    precondition(count > 0 && count <= 255 * 32, "a derivation gives 1 to 8160 bytes")
    return SecretBytes(count: count) { output in
      let done = secret.withBytes { secret in
        unsafe secret.withUnsafeBytes { secret in
          unsafe info.withUnsafeBytes { info in
            unsafe output.withUnsafeMutableBufferPointer { unsafe run(secret, info, into: $0) }
          }
        }
      }
      precondition(done, "a derivation has nothing to refuse")
    }
  }

  private func run(
    _ secret: UnsafeRawBufferPointer, _ info: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    guard let context = unsafe EVP_KDF_CTX_new(raw) else { return false }
    defer { unsafe EVP_KDF_CTX_free(context) }
    var parameters = LibraryParameters.digestSHA256
    unsafe parameters.append("key", secret)
    if unsafe !info.isEmpty { unsafe parameters.append("info", info) }
    return unsafe parameters.withList {
      unsafe EVP_KDF_derive(context, output.baseAddress, output.count, $0) == 1
    }
  }
}
