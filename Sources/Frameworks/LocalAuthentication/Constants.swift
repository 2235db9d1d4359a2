// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Apple's macros, which code from before `LAError` and `LAPolicy` compares numbers with.

public let kLAErrorDomain = LAErrorDomain

public let kLAErrorAuthenticationFailed: Int32 = -1
public let kLAErrorUserCancel: Int32 = -2
public let kLAErrorUserFallback: Int32 = -3
public let kLAErrorSystemCancel: Int32 = -4
public let kLAErrorPasscodeNotSet: Int32 = -5
public let kLAErrorBiometryNotAvailable: Int32 = -6
public let kLAErrorBiometryNotEnrolled: Int32 = -7
public let kLAErrorBiometryLockout: Int32 = -8
public let kLAErrorAppCancel: Int32 = -9
public let kLAErrorInvalidContext: Int32 = -10
public let kLAErrorCompanionNotAvailable: Int32 = -11
public let kLAErrorBiometryNotPaired: Int32 = -12
public let kLAErrorBiometryDisconnected: Int32 = -13
public let kLAErrorInvalidDimensions: Int32 = -14
public let kLAErrorNotInteractive: Int32 = -1004
public let kLAErrorTouchIDNotAvailable = kLAErrorBiometryNotAvailable
public let kLAErrorTouchIDNotEnrolled = kLAErrorBiometryNotEnrolled
public let kLAErrorTouchIDLockout = kLAErrorBiometryLockout
public let kLAErrorWatchNotAvailable = kLAErrorCompanionNotAvailable

public let kLAPolicyDeviceOwnerAuthenticationWithBiometrics: Int32 = 1
public let kLAPolicyDeviceOwnerAuthentication: Int32 = 2
public let kLAPolicyDeviceOwnerAuthenticationWithCompanion: Int32 = 3
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion: Int32 = 4
public let kLAPolicyDeviceOwnerAuthenticationWithWatch = kLAPolicyDeviceOwnerAuthenticationWithCompanion
public let kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch =
  kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion

public let kLACredentialTypeApplicationPassword: Int32 = 0
public let kLACredentialSmartCardPIN: Int32 = -3
