// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory

/// The keys of everything that stays readable while locked: names, headers, records.
///
/// Derived from the one volume key with HKDF-SHA256, the purpose as `info`, so that bytes sealed for one purpose
/// mean nothing for another.
package final class VolumeKeys: Sendable {
  let names: SecretBytes
  let targets: SecretBytes
  let attributes: SecretBytes
  let headers: SecretBytes
  let records: SecretBytes

  package init(volumeKey: borrowing SecretBytes) {
    names = Self.derive(from: volumeKey, "bailey files 1 names", count: AESSIV.keySize)
    targets = Self.derive(from: volumeKey, "bailey files 1 targets", count: AESSIV.keySize)
    attributes = Self.derive(from: volumeKey, "bailey files 1 attributes", count: AESSIV.keySize)
    headers = Self.derive(from: volumeKey, "bailey files 1 headers", count: AESGCM.keySize)
    records = Self.derive(from: volumeKey, "bailey files 1 records", count: HMACSHA256.size)
  }

  private static func derive(from key: borrowing SecretBytes, _ purpose: String, count: Int) -> SecretBytes {
    let none: [UInt8] = []
    return HKDFSHA256.derive(from: key, salt: none.span, info: Array(purpose.utf8).span, count: count)
  }
}
