// SPDX-License-Identifier: Apache-2.0
package import PromptModel

/// Why a call on the keychain failed: the `OSStatus` values of Apple's `SecBase.h`, without success.
package enum KeychainStatus: Int32, Error, Sendable, CaseIterable {
  case unimplemented = -4
  case inputOutput = -36
  case param = -50
  case allocate = -108
  case userCanceled = -128
  case internalComponent = -2070
  case notAvailable = -25291
  case readOnly = -25292
  case authFailed = -25293
  case noSuchKeychain = -25294
  case invalidKeychain = -25295
  case duplicateKeychain = -25296
  case duplicateItem = -25299
  case itemNotFound = -25300
  case noSuchAttribute = -25303
  case noSuchClass = -25306
  case noDefaultKeychain = -25307
  case interactionNotAllowed = -25308
  case keySizeNotAllowed = -25311
  /// Authentication is needed first. Callers of `SecItem` never get this status.
  case authenticationNeeded = -25330
  case decode = -26275
  case internalError = -26276
  case missingEntitlement = -34018
  case upgradePending = -34019
  case restricted = -34020
  case verifyFailed = -67808
}

extension KeychainStatus {
  /// The status to which Apple maps the errors of LocalAuthentication.
  package init(_ refusal: AuthenticationRefusal) {
    switch refusal {
    case .userCancelled: self = .userCanceled
    case .notInteractive, .unavailable: self = .interactionNotAllowed
    case .failed, .systemCancelled, .contextInvalidated, .noPasscode, .noBiometry, .notEnrolled, .biometryLockout:
      self = .authFailed
    }
  }
}
