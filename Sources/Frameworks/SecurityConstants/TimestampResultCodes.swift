// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What is wrong with extensions, timestamps and the names of certificates. Apple numbers the codes without a gap.

/// The certificate lacks an extension that is required.
public let errSecMissingRequiredExtension: OSStatus = -67880
/// The extended key usage is not marked critical.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881
/// The timestamp is missing.
public let errSecTimestampMissing: OSStatus = -67882
/// The timestamp is not valid.
public let errSecTimestampInvalid: OSStatus = -67883
/// The timestamp is not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67884
/// The timestamp service does not answer.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885
/// The timestamp service does not support the algorithm.
public let errSecTimestampBadAlg: OSStatus = -67886
/// The timestamp service does not serve such a request.
public let errSecTimestampBadRequest: OSStatus = -67887
/// The timestamp service found the data malformed.
public let errSecTimestampBadDataFormat: OSStatus = -67888
/// The timestamp service has no time.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889
/// The timestamp service does not accept the policy.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890
/// The timestamp service does not accept the extension.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891
/// The timestamp service does not know what else was asked for.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892
/// The timestamp service had an error of its own.
public let errSecTimestampSystemFailure: OSStatus = -67893
/// The signature does not say when it was made.
public let errSecSigningTimeMissing: OSStatus = -67894
/// The timestamp service rejected the request.
public let errSecTimestampRejection: OSStatus = -67895
/// The timestamp service has the request waiting.
public let errSecTimestampWaiting: OSStatus = -67896
/// The timestamp service's certificate is about to be revoked.
public let errSecTimestampRevocationWarning: OSStatus = -67897
/// The timestamp service's certificate was revoked.
public let errSecTimestampRevocationNotification: OSStatus = -67898
/// The certificate's policy is not allowed.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899
/// The certificate's name is not allowed.
public let errSecCertificateNameNotAllowed: OSStatus = -67900
/// The certificate is valid for too long.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901
/// The certificate is an authority's where none is allowed.
public let errSecCertificateIsCA: OSStatus = -67902
/// The certificate has an extension twice.
public let errSecCertificateDuplicateExtension: OSStatus = -67903
