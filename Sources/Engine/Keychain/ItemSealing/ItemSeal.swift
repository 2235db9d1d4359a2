// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import KeychainModel
package import ProtectionModel
import SecretMemory
import SystemCalls
import WireFormat

/// An item as the database holds it: a key of its own, wrapped with its class key, and two parts sealed under it.
///
/// Each time an item is written it gets a new key, from which HKDF derives one key for the attributes and one for the
/// data. Each of those seals one message, so the nonce is constant. Parts of two versions or two items never open together.
package struct SealedItem: Sendable, Equatable {
  package var wrapped: WrappedKey
  package var attributes: [UInt8]
  /// The data of the item; nil for an item without any.
  package var data: [UInt8]?

  package init(wrapped: WrappedKey, attributes: [UInt8], data: [UInt8]?) {
    self.wrapped = wrapped
    self.attributes = attributes
    self.data = data
  }
}

/// Why an item does not open.
package enum UnsealError: Error, Equatable, Sendable {
  /// The lock state forbids to unwrap its key.
  case locked
  /// The item is damaged, and will never open again.
  case unrecoverable
  /// The key of its class was destroyed with the passcode, on purpose. It will never open again.
  case keyDestroyed
  /// The enclave does not answer.
  case unavailable
}

package enum ItemSeal {
  package static let format: UInt8 = 1
  /// Data is padded to a multiple of this, so that its exact length is not visible.
  private static let padding = 32
  private static let nonce = [UInt8](repeating: 0, count: AESGCM.nonceSize)

  // MARK: - Sealing

  package static func seal(
    _ contents: ItemContents, as name: ItemName, with keys: any ClassKeyService
  ) throws(KeychainStatus) -> SealedItem {
    let keyClass = contents.access.protection.keyClass
    let made: NewKey
    do { made = try keys.makeKey(keyClass) } catch { throw KeychainStatus(wrapping: error) }
    do {
      let itemKeys = ItemKeys(from: made.key)
      let hasData = contents.data != nil
      let buffer = try AttributeCoding.encode(contents)
      let attributes = try buffer.withBytes { (bytes) throws(CryptoError) in
        try seal(bytes, itemKeys, .attributes, name.associated(.attributes, keyClass, hasData: hasData))
      }
      let data = try contents.data.map { (data) throws(CryptoError) in
        try padded(data).withBytes { (bytes) throws(CryptoError) in
          try seal(bytes, itemKeys, .data, name.associated(.data, keyClass, hasData: true))
        }
      }
      return SealedItem(wrapped: made.wrapped, attributes: attributes, data: data)
    } catch {
      throw .internalError
    }
  }

  private static func seal(
    _ plain: Span<UInt8>, _ keys: borrowing ItemKeys, _ part: ItemName.Part, _ associated: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: plain.count + AESGCM.tagSize)
    var target = sealed.mutableSpan
    try AESGCM.withKept { (cipher) throws(CryptoError) in
      keys.withKey(of: part) { cipher.setKey($0) }
      try cipher.seal(plain, nonce: nonce.span, associated: associated.span, into: &target)
    }
    return sealed
  }

  /// The data's length in four bytes, the data, then zeros.
  private static func padded(_ data: SecretData) -> SecretBytes {
    let count = (4 + data.count + padding - 1) / padding * padding
    return SecretBytes(count: count) { target in
      for index in 0..<4 { target[index] = UInt8(truncatingIfNeeded: data.count >> (24 - 8 * index)) }
      data.withBytes { target.copy($0, at: 4) }
    }
  }

  // MARK: - Opening

  /// Opens the attributes, passes them to `wantsData`, and opens the data only if that returns true.
  package static func open(
    _ sealed: SealedItem, as name: ItemName, with keys: any ClassKeyService, wantsData: (ItemContents) -> Bool
  ) throws(UnsealError) -> ItemContents {
    let key: SecretBytes
    do { key = try keys.unwrap(sealed.wrapped) } catch {
      throw UnsealError(unwrapping: error, of: sealed.wrapped.keyClass)
    }
    let itemKeys = ItemKeys(from: key)
    return try AESGCM.withKept { (cipher) throws(UnsealError) in
      try open(sealed, as: name, itemKeys, &cipher, wantsData)
    }
  }

  private static func open(
    _ sealed: SealedItem, as name: ItemName, _ keys: borrowing ItemKeys, _ cipher: inout AESGCM,
    _ wantsData: (ItemContents) -> Bool
  ) throws(UnsealError) -> ItemContents {
    let keyClass = sealed.wrapped.keyClass
    let hasData = sealed.data != nil
    let plain = try open(
      sealed.attributes, keys, .attributes, &cipher, name.associated(.attributes, keyClass, hasData: hasData))
    guard var contents = plain.withBytes({ try? AttributeCoding.decode($0) }),
      contents.access.protection.keyClass == keyClass
    else { throw .unrecoverable }
    if wantsData(contents), let data = sealed.data {
      contents.data = try unpadded(
        open(data, keys, .data, &cipher, name.associated(.data, keyClass, hasData: true)))
    }
    return contents
  }

  private static func open(
    _ sealed: [UInt8], _ keys: borrowing ItemKeys, _ part: ItemName.Part, _ cipher: inout AESGCM,
    _ associated: [UInt8]
  ) throws(UnsealError) -> SecretBytes {
    guard sealed.count > AESGCM.tagSize else { throw .unrecoverable }
    do {
      return try SecretBytes(count: sealed.count - AESGCM.tagSize) { (target) throws(CryptoError) in
        try keys.withKey(of: part) { (key) throws(CryptoError) in
          try cipher.open(sealed.span, key: key, nonce: nonce.span, associated: associated.span, into: &target)
        }
      }
    } catch {
      throw .unrecoverable
    }
  }

  private static func unpadded(_ plain: consuming SecretBytes) throws(UnsealError) -> SecretData {
    try plain.withBytes { (bytes) throws(UnsealError) in
      guard bytes.count >= padding, bytes.count % padding == 0 else { throw .unrecoverable }
      let count = (0..<4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
      guard count <= bytes.count - 4, bytes.count - 4 - count < padding else { throw .unrecoverable }
      return SecretData(copying: bytes.extracting(4..<4 + count))
    }
  }
}

/// The keys of an item's two parts, one after the other.
private struct ItemKeys: ~Copyable {
  private let both: SecretBytes

  private static let purpose = Array("bailey keychain item".utf8)

  init(from key: borrowing SecretBytes) {
    both = HKDFSHA256.derive(
      from: key, salt: [UInt8]().span, info: Self.purpose.span, count: 2 * AESGCM.keySize)
  }

  func withKey<Failure: Error>(
    of part: ItemName.Part, _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try both.withBytes { (bytes) throws(Failure) in
      switch part {
      case .attributes: try body(bytes.extracting(first: AESGCM.keySize))
      case .data: try body(bytes.extracting(last: AESGCM.keySize))
      }
    }
  }
}

// MARK: - Errors of class keys

extension KeychainStatus {
  /// The status for an error in making a new key.
  package init(wrapping error: ClassKeyError) {
    switch error {
    case .refusedByLockState: self = .interactionNotAllowed
    case .damaged, .noSuchKey, .unavailable: self = .notAvailable
    }
  }

  package init(_ error: UnsealError) {
    switch error {
    case .locked: self = .interactionNotAllowed
    case .unrecoverable, .keyDestroyed: self = .decode
    case .unavailable: self = .notAvailable
    }
  }
}

extension UnsealError {
  /// Removing the passcode destroys the key of one class, while its items remain in the store. A new passcode makes a new
  /// key, which does not unwrap the keys of those items. They are gone on purpose, so that an item of this class whose key
  /// does not unwrap is never reported as damaged.
  fileprivate init(unwrapping error: ClassKeyError, of keyClass: KeyClass) {
    switch error {
    case .refusedByLockState: self = .locked
    case .noSuchKey(.keychainWhenPasscodeSetThisDeviceOnly): self = .keyDestroyed
    case .damaged: self = keyClass == .keychainWhenPasscodeSetThisDeviceOnly ? .keyDestroyed : .unrecoverable
    case .noSuchKey, .unavailable: self = .unavailable
    }
  }
}
