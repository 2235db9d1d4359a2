// SPDX-License-Identifier: Apache-2.0
package import SecretMemory

/// The key that ties everything to this machine. It is used here and never handed out.
///
/// For one thread at a time.
package protocol RootKeyProvider: AnyObject {
  var kind: RootKeyKind { get }

  /// Mixes the root key into what a passcode was stretched to, so that guesses can only be made with the root key.
  func tangle(_ stretched: borrowing SecretBytes) throws(RootKeyError) -> SecretBytes

  /// A key of 32 bytes for one purpose: the same each time.
  func derive(_ purpose: String) throws(RootKeyError) -> SecretBytes

  /// Counts passcode attempts where no copy of the disk can count them back; nil where the machine has no such counter.
  var counter: (any MonotonicCounter)? { get }

  /// Destroys the key, here and on the disk; afterwards nothing works, and opening finds a blank file.
  func destroy() throws(RootKeyError)
}
