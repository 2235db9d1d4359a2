// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import KeychainModel
import PasskeyKeys

// Passkeys that come from a backup or a file.

extension StoredPasskey {
  /// The digest of all that is stored of the passkeys, in this order, which the person confirms by the passcode.
  package static func digest(of passkeys: [StoredPasskey]) -> [UInt8] {
    let digests = passkeys.flatMap { passkey in
      // One that cannot be encoded cannot be sent either.
      (try? passkey.encoded())?.withBytes { SHA256.hash($0) } ?? []
    }
    return SHA256.hash(digests.span)
  }

  /// Whether the key of the passkey is for the site and the account that it names.
  package var isConsistent: Bool {
    key.relyingPartyHash == SHA256.hash(Array(relyingParty.utf8).span) && key.userHash == SHA256.hash(userHandle.span)
  }
}
