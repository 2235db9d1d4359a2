// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import KeychainModel
package import PasskeyItems
package import PasskeyKeys
package import PromptModel

// Passkeys, for `bailey-browser`.

extension BrokerClient {
  /// Takes as long as the person takes. Nil where they want to use another device.
  package func makePasskey(
    _ making: PasskeyMaking
  ) throws(BrokerClientError) -> (credential: [UInt8], key: PasskeyKey, outputs: SecretData?)? {
    switch try exchange(.passkeys(.make(making))) {
    case .passkeys(.made(let credential, let key, let outputs)): return (credential, key, outputs)
    case .passkeys(.elsewhere): return nil
    default: throw .unexpectedReply
    }
  }

  /// Uses a passkey; nil where there is none for it, and where the person wants to use another device.
  package func usePasskey(_ using: PasskeyUsing) throws(BrokerClientError) -> UsedPasskey? {
    switch try exchange(.passkeys(.use(using))) {
    case .passkeys(.used(let used)): return used
    case .passkeys(.elsewhere): return nil
    default: throw .unexpectedReply
    }
  }

  /// Sends a site's signal about its accounts. Locked ones are refused.
  package func signal(_ signal: PasskeySignal) throws(BrokerClientError) {
    guard case .done = try exchange(.passkeys(.signal(signal))) else { throw .unexpectedReply }
  }

  package func withdrawPasskey(_ request: ContextToken) throws(BrokerClientError) {
    guard case .done = try exchange(.passkeys(.withdraw(request))) else { throw .unexpectedReply }
  }
}

// MARK: - The owner's

extension BrokerClient {
  package func allPasskeys(provedAs number: QuestionNumber?) throws(BrokerClientError) -> [PasskeyListing] {
    guard case .passkeys(.passkeys(let all)) = try exchange(.passkeys(.list(number))) else { throw .unexpectedReply }
    return all
  }

  /// All that is stored of all passkeys, the deleted ones too.
  package func storedPasskeys(provedAs number: QuestionNumber?) throws(BrokerClientError) -> [StoredPasskey] {
    guard case .passkeys(.stored(let all)) = try exchange(.passkeys(.fetch(number))) else { throw .unexpectedReply }
    return all
  }

  /// Adds those that are not there. What is answered is on the disk.
  package func keepPasskeys(
    _ passkeys: [StoredPasskey], provedAs number: QuestionNumber?
  ) throws(BrokerClientError) -> KeptPasskeys {
    guard case .passkeys(.kept(let kept)) = try exchange(.passkeys(.keep(passkeys, number))) else {
      throw .unexpectedReply
    }
    return kept
  }

  /// Whether new passkeys may leave the device; with a value, from now on.
  package func reachOfNewPasskeys(_ chosen: PasskeyReach?) throws(BrokerClientError) -> PasskeyReach {
    guard case .passkeys(.reach(let reach)) = try exchange(.passkeys(.reach(chosen))) else { throw .unexpectedReply }
    return reach
  }

  package func changePasskey(
    _ operation: PasskeyOperation, credential: [UInt8], name: String, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    let request = PasskeysRequest.change(operation, credential: credential, name: name, number)
    guard case .done = try exchange(.passkeys(request)) else { throw .unexpectedReply }
  }
}
