// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension AES {
  /// The AES key wrap (RFC 3394).
  ///
  /// https://developer.apple.com/documentation/cryptokit/aes/keywrap
  public enum KeyWrap: Sendable {
    /// Encrypts a key with another one (RFC 3394, section 2.2.1).
    ///
    /// - Parameters:
    ///   - keyToWrap: The key, of 16 bytes or more and a multiple of eight.
    ///   - kek: The key it is encrypted with, of 16, 24 or 32 bytes.
    /// - Returns: The wrapped key, eight bytes longer.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size of `kek`, `.incorrectParameterSize` or
    ///   `.wrapFailure` for a key of another size.
    public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws -> Data {
      try check(kek)
      guard keyToWrap.byteCount >= 16 else { throw CryptoKitError.incorrectParameterSize }
      do { return Data(try AESKeyWrap.wrap(keyToWrap.secret(), with: kek.secret())) } catch {
        throw CryptoKitError.wrapFailure
      }
    }

    /// Decrypts a key that was wrapped with another one (RFC 3394, section 2.2.2).
    ///
    /// - Parameters:
    ///   - wrappedKey: The wrapped key.
    ///   - kek: The key it was encrypted with, of 16, 24 or 32 bytes.
    /// - Returns: The key.
    /// - Throws: `CryptoKitError.incorrectKeySize` for another size of `kek`, `.unwrapFailure` if the wrapped key or
    ///   `kek` is another one.
    public static func unwrap<WrappedKey: DataProtocol>(
      _ wrappedKey: WrappedKey, using kek: SymmetricKey
    ) throws -> SymmetricKey {
      try check(kek)
      let wrapped = Array(wrappedKey)
      do {
        return SymmetricKey(try AESKeyWrap.unwrap(wrapped.span, with: kek.secret()))
      } catch { throw CryptoKitError.unwrapFailure }
    }

    private static func check(_ kek: SymmetricKey) throws {
      guard [16, 24, 32].contains(kek.byteCount) else { throw CryptoKitError.incorrectKeySize }
    }
  }
}
