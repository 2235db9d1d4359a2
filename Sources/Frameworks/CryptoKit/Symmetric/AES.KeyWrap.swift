// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
public import Foundation

extension AES {
  /// The AES key wrap (RFC 3394).
  public enum KeyWrap: Sendable {
    /// The key, encrypted with the other one: eight bytes longer.
    public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws -> Data {
      try check(kek)
      guard keyToWrap.byteCount >= 16 else { throw CryptoKitError.incorrectParameterSize }
      do { return Data(try AESKeyWrap.wrap(keyToWrap.secret(), with: kek.secret())) } catch {
        throw CryptoKitError.wrapFailure
      }
    }

    /// The key that was wrapped with the other one.
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
