// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel
import SecretMemory

/// Fresh keys of one class with their wrapped forms: several for one round trip.
package struct NewKeyBatch: ~Copyable, Sendable {
  package let keyClass: KeyClass
  package let wrapped: [WrappedKey]
  /// The keys one after the other, in the order of `wrapped`.
  private let keys: SecretBytes

  /// The closure fills each key in turn and returns its wrapped form.
  package init<Failure: Error>(
    _ keyClass: KeyClass, count: Int, make: (Int) throws(Failure) -> NewKey
  ) throws(Failure) {
    var wrapped: [WrappedKey] = []
    let length = EnclaveProtocol.keyLength
    keys = try SecretBytes(count: count * length) { (all) throws(Failure) in
      for index in 0..<count {
        let new = try make(index)
        new.key.withBytes { key in
          for byte in 0..<length { all[index * length + byte] = key[byte] }
        }
        wrapped.append(new.wrapped)
      }
    }
    self.keyClass = keyClass
    self.wrapped = wrapped
  }

  init(_ keyClass: KeyClass, keys: consuming SecretBytes, wrapped: [WrappedKey]) {
    self.keyClass = keyClass
    self.keys = keys
    self.wrapped = wrapped
  }

  package var count: Int { wrapped.count }

  package borrowing func newKey(at index: Int) -> NewKey {
    let range = index * EnclaveProtocol.keyLength..<(index + 1) * EnclaveProtocol.keyLength
    return NewKey(key: keys.withBytes { SecretBytes(copying: $0.extracting(range)) }, wrapped: wrapped[index])
  }

  borrowing func withKeys<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    try keys.withBytes(body)
  }
}
