// SPDX-License-Identifier: Apache-2.0
package import EnclaveClient
import EnclaveMessages
package import PasskeyKeys
package import SecretMemory

// Passkeys on their way to and from other places. What is opened is open on this channel alone.

extension OwnerChannel {
  /// Opens a transfer of passkeys in this direction, sealed with this key.
  package func openTransfer(
    _ direction: TransferDirection, _ key: PasskeyTransferKey, by passcode: consuming SecretBytes
  ) throws(EnclaveClientError) {
    try channel.expectDone(.openTransfer(PasskeyTransfer(direction, key, by: passcode)))
  }

  /// The private part of a passkey that may leave the device.
  package func takeOut(_ key: PasskeyKey) throws(EnclaveClientError) -> TransferredPasskey {
    guard case .transferredPasskey(let passkey) = try channel.exchange(.takeOutPasskey(key)) else {
      throw .unexpectedReply
    }
    return passkey
  }

  /// The passkey that the enclave made of such a part.
  @inline(never) package func bringIn(_ passkey: TransferredPasskey) throws(EnclaveClientError) -> PasskeyKey {
    guard case .passkey(let new) = try channel.exchange(.bringInPasskey(passkey)) else { throw .unexpectedReply }
    return new.key
  }
}
