// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What is wrong with certificates, revocation lists, OCSP responses and signatures of code. Apple numbers the codes without a gap.

/// The service that was asked for is not there.
public let errSecServiceNotAvailable: OSStatus = -67585
/// The client did not identify itself well enough.
public let errSecInsufficientClientID: OSStatus = -67586
/// The device was reset during the call.
public let errSecDeviceReset: OSStatus = -67587
/// The device has failed.
public let errSecDeviceFailed: OSStatus = -67588
/// An application could not be added to an access control list.
public let errSecAppleAddAppACLSubject: OSStatus = -67589
/// The public key lacks parameters.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590
/// The signature belongs to something else.
public let errSecAppleSignatureMismatch: OSStatus = -67591
/// The key's validity begins at an impossible date.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592
/// The key's validity ends at an impossible date.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593
/// A value could not be converted.
public let errSecConversionError: OSStatus = -67594
/// A handshake was rolled back to SSL 2.
public let errSecAppleSSLv2Rollback: OSStatus = -67595
/// The quota is used up.
public let errSecQuotaExceeded: OSStatus = -67596
/// The file is too large.
public let errSecFileTooBig: OSStatus = -67597
/// The keychain's own record is damaged.
public let errSecInvalidDatabaseBlob: OSStatus = -67598
/// The record of a key is damaged.
public let errSecInvalidKeyBlob: OSStatus = -67599
/// The keychain's own record has another version.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600
/// The record of a key has another version.
public let errSecIncompatibleKeyBlob: OSStatus = -67601
/// The certificate is for another host.
public let errSecHostNameMismatch: OSStatus = -67602
/// A critical extension of the certificate is not known.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603
/// The certificate has no basic constraints.
public let errSecNoBasicConstraints: OSStatus = -67604
/// The basic constraints do not make the certificate an authority's.
public let errSecNoBasicConstraintsCA: OSStatus = -67605
/// The identifier of the authority's key is malformed.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606
/// The identifier of the subject's key is malformed.
public let errSecInvalidSubjectKeyID: OSStatus = -67607
/// The policy does not allow this use of the key.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67608
/// The extended key usage does not allow it.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609
/// The identifiers of two certificates do not link them.
public let errSecInvalidIDLinkage: OSStatus = -67610
/// The chain is longer than an authority allows.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611
/// The root certificate is not one.
public let errSecInvalidRoot: OSStatus = -67612
/// The revocation list has expired.
public let errSecCRLExpired: OSStatus = -67613
/// The revocation list is not valid yet.
public let errSecCRLNotValidYet: OSStatus = -67614
/// There is no revocation list.
public let errSecCRLNotFound: OSStatus = -67615
/// The server of the revocation list does not answer.
public let errSecCRLServerDown: OSStatus = -67616
/// The revocation list's address is malformed.
public let errSecCRLBadURI: OSStatus = -67617
/// An extension of the certificate is not known.
public let errSecUnknownCertExtension: OSStatus = -67618
/// An extension of the revocation list is not known.
public let errSecUnknownCRLExtension: OSStatus = -67619
/// The revocation list is not trusted.
public let errSecCRLNotTrusted: OSStatus = -67620
/// The revocation list does not meet its policy.
public let errSecCRLPolicyFailed: OSStatus = -67621
/// The issuing distribution point of a revocation list does not fit.
public let errSecIDPFailure: OSStatus = -67622
/// The S/MIME certificate has not the address that was looked for.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67623
/// The extended key usage is not one for S/MIME.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624
/// The key usage is not one for S/MIME.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625
/// The key usage of the S/MIME certificate is not marked critical.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626
/// The S/MIME certificate has no address.
public let errSecSMIMENoEmailAddress: OSStatus = -67627
/// The subject alternative name of the S/MIME certificate is not marked critical.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628
/// The extended key usage is not one for TLS.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629
/// The OCSP response is malformed.
public let errSecOCSPBadResponse: OSStatus = -67630
/// The OCSP request is malformed.
public let errSecOCSPBadRequest: OSStatus = -67631
/// No OCSP responder answers.
public let errSecOCSPUnavailable: OSStatus = -67632
/// The OCSP response has a status that is not known.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633
/// There is no more data.
public let errSecEndOfData: OSStatus = -67634
/// The revocation check could not be completed.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635
/// The network failed.
public let errSecNetworkFailure: OSStatus = -67636
/// The OCSP response does not lead to a trusted anchor.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637
/// The record was changed meanwhile.
public let errSecRecordModified: OSStatus = -67638
/// The signature of the OCSP response is wrong.
public let errSecOCSPSignatureError: OSStatus = -67639
/// The OCSP response names no signer.
public let errSecOCSPNoSigner: OSStatus = -67640
/// The OCSP responder found the request malformed.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641
/// The OCSP responder had an error of its own.
public let errSecOCSPResponderInternalError: OSStatus = -67642
/// The OCSP responder asks to be tried later.
public let errSecOCSPResponderTryLater: OSStatus = -67643
/// The OCSP responder wants signed requests.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644
/// The OCSP responder does not serve this client.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645
/// The nonce of the OCSP response is not that of the request.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646
/// The chain of a code signature has the wrong length.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647
/// A certificate in the chain of a code signature has no basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648
/// The path length constraint in the chain of a code signature is wrong.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649
/// The certificate of a code signature has no extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650
/// The certificate of a code signature is for development only.
public let errSecCodeSigningDevelopment: OSStatus = -67651
/// The chain of a resource's signature has the wrong length.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652
/// The extended key usage is not one for signing resources.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653
/// The trust settings refuse this certificate.
public let errSecTrustSettingDeny: OSStatus = -67654
/// The certificate's subject is malformed.
public let errSecInvalidSubjectName: OSStatus = -67655
/// A statement of the qualified certificate is not known.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656
/// The MobileMe request is queued.
public let errSecMobileMeRequestQueued: OSStatus = -67657
/// The MobileMe request was sent elsewhere.
public let errSecMobileMeRequestRedirected: OSStatus = -67658
/// The MobileMe server had an error.
public let errSecMobileMeServerError: OSStatus = -67659
/// The MobileMe server does not answer.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660
/// The MobileMe server has the item already.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661
/// A service of the MobileMe server had an error.
public let errSecMobileMeServerServiceErr: OSStatus = -67662
/// A MobileMe request is under way already.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663
/// No MobileMe request is under way.
public let errSecMobileMeNoRequestPending: OSStatus = -67664
/// MobileMe could not verify the certificate request.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665
/// MobileMe found an inconsistency.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666
