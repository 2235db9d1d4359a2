// SPDX-License-Identifier: Apache-2.0
package import ProtectionModel

/// Class keys that can make several file keys at once.
package protocol FileKeyService: ClassKeyService {
  /// Hands over at most `count` new keys of a class, and one at least.
  func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError)
}

extension FileKeyService {
  package func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    take(try makeKey(keyClass))
  }
}
