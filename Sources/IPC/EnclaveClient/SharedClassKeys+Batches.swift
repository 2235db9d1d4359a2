// SPDX-License-Identifier: Apache-2.0
import EnclaveMessages
package import ProtectionModel

extension SharedClassKeys {
  /// With one round trip.
  package func makeKeys(_ keyClass: KeyClass, count: Int, _ take: (consuming NewKey) -> Void) throws(ClassKeyError) {
    let batch = try use { (channel) throws(ClassKeyError) in
      try channel.makeKeys(keyClass, count: min(count, EnclaveProtocol.keyCounts.upperBound))
    }
    for index in 0..<batch.count { take(batch.newKey(at: index)) }
  }
}
