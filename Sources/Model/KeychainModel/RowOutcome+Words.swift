// SPDX-License-Identifier: Apache-2.0

extension RowOutcome {
  /// A name for scripts, which does not change.
  package var name: String {
    switch self {
    case .taken: "taken"
    case .beyondLimit: "beyondLimit"
    case .differs: "differs"
    case .otherReference: "otherReference"
    case .keyAway: "keyAway"
    case .authenticationNeeded: "authenticationNeeded"
    case .filteredOut: "filteredOut"
    case .damaged: "damaged"
    case .noOtherHalf: "noOtherHalf"
    case .unavailable: "unavailable"
    }
  }

  /// A description for developers.
  package var words: String {
    switch self {
    case .taken: "taken"
    case .beyondLimit: "matches, beyond kSecMatchLimit"
    case .differs(let attributes): "refused, \(attributes.map(\.rawValue).joined(separator: ", ")) differs"
    case .otherReference: "refused, it has another persistent reference"
    case .keyAway: "matches, but the lock state keeps its key away"
    case .authenticationNeeded: "matches, but somebody must authenticate first"
    case .filteredOut: "refused by a kSecMatch key"
    case .damaged: "refused, it cannot be decrypted any more"
    case .noOtherHalf: "refused, the other half of the identity is missing"
    case .unavailable: "not looked into: the enclave does not answer"
    }
  }
}

extension RowVerdict {
  /// A line for developers. `group` is the name to show for the row's group.
  package func words(group: String) -> String {
    "\(itemClass.rawValue) \(row) in \(group)\(accessible.map { ", " + $0.rawValue } ?? ""): \(outcome.words)"
  }
}

extension KeychainStatus {
  /// The constant's name in Apple's headers.
  package var constant: String {
    switch self {
    case .unimplemented: "errSecUnimplemented"
    case .inputOutput: "errSecIO"
    case .param: "errSecParam"
    case .allocate: "errSecAllocate"
    case .userCanceled: "errSecUserCanceled"
    case .internalComponent: "errSecInternalComponent"
    case .notAvailable: "errSecNotAvailable"
    case .readOnly: "errSecReadOnly"
    case .authFailed: "errSecAuthFailed"
    case .noSuchKeychain: "errSecNoSuchKeychain"
    case .invalidKeychain: "errSecInvalidKeychain"
    case .duplicateKeychain: "errSecDuplicateKeychain"
    case .noDefaultKeychain: "errSecNoDefaultKeychain"
    case .duplicateItem: "errSecDuplicateItem"
    case .itemNotFound: "errSecItemNotFound"
    case .noSuchAttribute: "errSecNoSuchAttr"
    case .noSuchClass: "errSecNoSuchClass"
    case .interactionNotAllowed: "errSecInteractionNotAllowed"
    case .keySizeNotAllowed: "errSecKeySizeNotAllowed"
    case .authenticationNeeded: "errSecAuthNeeded"
    case .decode: "errSecDecode"
    case .internalError: "errSecInternal"
    case .missingEntitlement: "errSecMissingEntitlement"
    case .upgradePending: "errSecUpgradePending"
    case .restricted: "errSecRestrictedAPI"
    case .verifyFailed: "errSecVerifyFailed"
    }
  }
}
