// SPDX-License-Identifier: Apache-2.0

extension KeychainStatus {
  /// As `SecCopyErrorMessageString` words it: scripts compare these texts.
  package var message: String {
    switch self {
    case .unimplemented: "Function or operation not implemented."
    case .inputOutput: "I/O error."
    case .param: "One or more parameters passed to a function were not valid."
    case .allocate: "Failed to allocate memory."
    case .userCanceled: "User canceled the operation."
    case .internalComponent: "An internal component failed."
    case .notAvailable: "No keychain is available. You may need to restart your computer."
    case .readOnly: "This keychain cannot be modified."
    case .authFailed: "The user name or passphrase you entered is not correct."
    case .noSuchKeychain: "The specified keychain could not be found."
    case .invalidKeychain: "The specified keychain is not a valid keychain file."
    case .duplicateKeychain: "A keychain with the same name already exists."
    case .duplicateItem: "The specified item already exists in the keychain."
    case .itemNotFound: "The specified item could not be found in the keychain."
    case .noSuchAttribute: "The specified attribute does not exist."
    case .noSuchClass: "The specified item does not appear to be a valid keychain item."
    case .noDefaultKeychain: "A default keychain could not be found."
    case .interactionNotAllowed: "User interaction is not allowed."
    case .keySizeNotAllowed: "This item specifies a key size which is too large or too small."
    case .authenticationNeeded: "Authentication is needed."
    case .decode: "Unable to decode the provided data."
    case .internalError: "An internal error occurred."
    case .missingEntitlement: "A required entitlement isn't present."
    case .upgradePending: "The keychain is being upgraded."
    case .restricted: "Client is restricted and is not permitted to perform this operation."
    case .verifyFailed: "A cryptographic verification failure has occurred."
    }
  }
}
