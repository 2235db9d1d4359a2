// SPDX-License-Identifier: Apache-2.0

// Apple's macros, which code from before `LAError` and `LAPolicy` compares numbers with.

/// The domain of `LAError`.
public let kLAErrorDomain = LAErrorDomain

/// The person did not prove who they are.
public let kLAErrorAuthenticationFailed: Int32 = -1
/// The person cancelled.
public let kLAErrorUserCancel: Int32 = -2
/// The person chose the app's own way instead.
public let kLAErrorUserFallback: Int32 = -3
/// The system took the question back, for example at a lock.
public let kLAErrorSystemCancel: Int32 = -4
/// There is no passcode.
public let kLAErrorPasscodeNotSet: Int32 = -5
/// There is no biometry on this device.
public let kLAErrorBiometryNotAvailable: Int32 = -6
/// Nobody has enrolled in the device's biometry.
public let kLAErrorBiometryNotEnrolled: Int32 = -7
/// Biometry is locked after too many tries.
public let kLAErrorBiometryLockout: Int32 = -8
/// The app took its question back.
public let kLAErrorAppCancel: Int32 = -9
/// The context was invalidated before.
public let kLAErrorInvalidContext: Int32 = -10
/// No companion device is near.
public let kLAErrorCompanionNotAvailable: Int32 = -11
/// No accessory with biometry is paired.
public let kLAErrorBiometryNotPaired: Int32 = -12
/// The paired accessory with biometry is not connected.
public let kLAErrorBiometryDisconnected: Int32 = -13
/// The dimensions of the embedded view are not valid.
public let kLAErrorInvalidDimensions: Int32 = -14
/// The person would have to be asked, and may not be.
public let kLAErrorNotInteractive: Int32 = -1004
/// There is no biometry, under the name of before there were several kinds.
public let kLAErrorTouchIDNotAvailable = kLAErrorBiometryNotAvailable
/// Nobody has enrolled, under the name of before there were several kinds of biometry.
public let kLAErrorTouchIDNotEnrolled = kLAErrorBiometryNotEnrolled
/// Biometry is locked, under the name of before there were several kinds.
public let kLAErrorTouchIDLockout = kLAErrorBiometryLockout
/// No watch is near, under the name of before there were other companions.
public let kLAErrorWatchNotAvailable = kLAErrorCompanionNotAvailable

/// The person proves by biometry who they are.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
/// The person proves by biometry, a companion or the passcode who they are; here by a finger or the passcode.
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
/// The person proves by a companion device who they are.
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
/// The person proves by biometry or a companion device who they are.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
/// The person proves by their watch who they are, under the name of before there were other companions.
public let kLAPolicyDeviceOwnerAuthenticationWithWatch = kLAPolicyDeviceOwnerAuthenticationWithCompanion
/// The person proves by biometry or their watch, under the name of before there were other companions.
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch =
  kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion

/// The number of a password of the app's own.
public let kLACredentialTypeApplicationPassword: Int32 = 0
/// The number of a smart card's own number.
public let kLACredentialSmartCardPIN: Int32 = -3
