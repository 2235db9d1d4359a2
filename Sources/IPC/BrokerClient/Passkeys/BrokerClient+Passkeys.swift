// SPDX-License-Identifier: Apache-2.0
package import BrokerMessages
package import KeychainModel
package import PasskeyItems
package import PasskeyKeys
package import PromptModel

// Passkeys, for `bailey-browser`.

extension BrokerClient {
  /// Those that could sign in at a site. With identifiers, of these alone. Locked ones are refused.
  package func passkeys(
    for relyingParty: String, allowed: [[UInt8]]
  ) throws(BrokerClientError) -> [PasskeyCandidate] {
    let request = PasskeysRequest.candidates(relyingParty: relyingParty, allowed: allowed)
    guard case .passkeys(.candidates(let found)) = try exchange(.passkeys(request)) else { throw .unexpectedReply }
    return found
  }

  /// Takes as long as the person takes.
  package func makePasskey(
    _ making: PasskeyMaking
  ) throws(BrokerClientError) -> (credential: [UInt8], key: PasskeyKey, outputs: SecretData?) {
    guard case .passkeys(.made(let credential, let key, let outputs)) = try exchange(.passkeys(.make(making))) else {
      throw .unexpectedReply
    }
    return (credential, key, outputs)
  }

  package func usePasskey(_ using: PasskeyUsing) throws(BrokerClientError) -> UsedPasskey {
    guard case .passkeys(.used(let used)) = try exchange(.passkeys(.use(using))) else { throw .unexpectedReply }
    return used
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

  package func changePasskey(
    _ deed: PasskeyDeed, credential: [UInt8], name: String, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    let request = PasskeysRequest.change(deed, credential: credential, name: name, number)
    guard case .done = try exchange(.passkeys(request)) else { throw .unexpectedReply }
  }
}
