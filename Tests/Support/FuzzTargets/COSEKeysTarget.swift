// SPDX-License-Identifier: Apache-2.0
import COSEKeys

/// Keys from anywhere: what is read is written as a key that is read as the same one, and verifies nothing by chance.
package enum COSEKeysTarget: FuzzTarget {
  package static let name = "COSEKeys"

  package static func run(_ bytes: [UInt8]) {
    guard let key = try? COSEKey(bytes) else { return }
    let again = try? COSEKey(key.encoded)
    precondition(again == key, "a key changes when it is written")
    precondition(!key.isValid([], of: bytes) && !key.isValid(bytes, of: bytes), "anything is a signature")
  }
}
