// SPDX-License-Identifier: Apache-2.0

extension ResultMessages {
  /// Texts in the order of their codes, from -67585 down; a "-" stands where Apple has none.
  static let reserved = """
    The required service is not available.
    The client ID is not correct.
    A device reset has occurred.
    A device failure has occurred.
    Adding an application ACL subject failed.
    The public key is incomplete.
    A signature mismatch has occurred.
    The specified key has an invalid start date.
    The specified key has an invalid end date.
    A conversion error has occurred.
    A SSLv2 rollback error has occurred.
    The quota was exceeded.
    The file is too big.
    The specified database has an invalid blob.
    The specified database has an invalid key blob.
    The specified database has an incompatible blob.
    The specified database has an incompatible key blob.
    A host name mismatch has occurred.
    There is an unknown critical extension flag.
    No basic constraints were found.
    No basic CA constraints were found.
    The authority key ID is not valid.
    The subject key ID is not valid.
    The key usage is not valid for the specified policy.
    The extended key usage is not valid.
    The ID linkage is not valid.
    The path length constraint was exceeded.
    The root or anchor certificate is not valid.
    The CRL has expired.
    The CRL is not yet valid.
    The CRL was not found.
    The CRL server is down.
    The CRL has a bad Uniform Resource Identifier.
    An unknown certificate extension was encountered.
    An unknown CRL extension was encountered.
    The CRL is not trusted.
    The CRL policy failed.
    The issuing distribution point was not valid.
    An email address mismatch was encountered.
    The appropriate extended key usage for SMIME was not found.
    The key usage is not compatible with SMIME.
    The key usage extension is not marked as critical.
    No email address was found in the certificate.
    The subject alternative name extension is not marked as critical.
    The appropriate extended key usage for SSL was not found.
    The OCSP response was incorrect or could not be parsed.
    The OCSP request was incorrect or could not be parsed.
    OCSP service is unavailable.
    The OCSP server did not recognize this certificate.
    An end-of-data was detected.
    An incomplete certificate revocation check occurred.
    A network failure occurred.
    The OCSP response was not trusted to a root or anchor certificate.
    The record was modified.
    The OCSP response had an invalid signature.
    The OCSP response had no signer.
    The OCSP responder was given a malformed request.
    The OCSP responder encountered an internal error.
    The OCSP responder is busy, try again later.
    The OCSP responder requires a signature.
    The OCSP responder rejected this request as unauthorized.
    The OCSP response nonce did not match the request.
    Code signing encountered an incorrect certificate chain length.
    Code signing found no basic constraints.
    Code signing encountered an incorrect path length constraint.
    Code signing found no extended key usage.
    Code signing indicated use of a development-only certificate.
    Resource signing has encountered an incorrect certificate chain length.
    Resource signing has encountered an error in the extended key usage.
    The trust setting for this policy was set to Deny.
    An invalid certificate subject name was encountered.
    An unknown qualified certificate statement was encountered.
    -
    -
    -
    -
    -
    -
    -
    -
    -
    -
    A function was called without initializing CSSM.
    The CSSM handle does not match with the service type.
    A reference to the calling module was not found in the list of authorized callers.
    A function address was not within the verified module.
    An internal error has occurred.
    A memory error has occurred.
    Invalid data was encountered.
    A Module Directory Service error has occurred.
    An invalid pointer was encountered.
    Self-check has failed.
    A function has failed.
    A module manifest verification failure has occurred.
    An invalid GUID was encountered.
    An invalid handle was encountered.
    An invalid DB list was encountered.
    An invalid passthrough ID was encountered.
    An invalid network address was encountered.
    The certificate revocation list is already signed.
    An invalid number of fields were encountered.
    A verification failure occurred.
    An unknown tag was encountered.
    An invalid signature was encountered.
    An invalid name was encountered.
    An invalid certificate reference was encountered.
    An invalid certificate group was encountered.
    The specified tag was not found.
    The specified query was not valid.
    An invalid value was detected.
    A callback has failed.
    An ACL delete operation has failed.
    An ACL replace operation has failed.
    An ACL add operation has failed.
    An ACL change operation has failed.
    Invalid access credentials were encountered.
    An invalid record was encountered.
    An invalid ACL was encountered.
    An invalid sample value was encountered.
    An incompatible version was encountered.
    The privilege was not granted.
    An invalid scope was encountered.
    The PVC is already configured.
    An invalid PVC was encountered.
    The EMM load has failed.
    The EMM unload has failed.
    The add-in load operation has failed.
    An invalid key was encountered.
    An invalid key hierarchy was encountered.
    The add-in unload operation has failed.
    A library reference was not found.
    An invalid add-in function table was encountered.
    An invalid service mask was encountered.
    A module was not loaded.
    An invalid subservice ID was encountered.
    An attribute was not in the context.
    A module failed to initialize.
    A module was not found.
    An event notification callback was not found.
    An input length error was encountered.
    An output length error was encountered.
    The privilege is not supported.
    A device error was encountered.
    The CSP handle was busy.
    You are not logged in.
    An algorithm mismatch was encountered.
    The key usage is incorrect.
    The key blob type is incorrect.
    The key header is inconsistent.
    The key header format is not supported.
    The key size is not supported.
    The key usage mask is not valid.
    The key usage mask is not supported.
    The key attribute mask is not valid.
    The key attribute mask is not supported.
    The key label is not valid.
    The key label is not supported.
    The key format is not valid.
    The vector of buffers is not supported.
    The input vector is not valid.
    The output vector is not valid.
    An invalid context was encountered.
    An invalid algorithm was encountered.
    A key attribute was not valid.
    A key attribute was missing.
    An init vector attribute was not valid.
    An init vector attribute was missing.
    A salt attribute was not valid.
    A salt attribute was missing.
    A padding attribute was not valid.
    A padding attribute was missing.
    A random number attribute was not valid.
    A random number attribute was missing.
    A seed attribute was not valid.
    A seed attribute was missing.
    A passphrase attribute was not valid.
    A passphrase attribute was missing.
    A key length attribute was not valid.
    A key length attribute was missing.
    A block size attribute was not valid.
    A block size attribute was missing.
    An output size attribute was not valid.
    An output size attribute was missing.
    The number of rounds attribute was not valid.
    The number of rounds attribute was missing.
    An algorithm parameters attribute was not valid.
    An algorithm parameters attribute was missing.
    A label attribute was not valid.
    A label attribute was missing.
    A key type attribute was not valid.
    A key type attribute was missing.
    A mode attribute was not valid.
    A mode attribute was missing.
    An effective bits attribute was not valid.
    An effective bits attribute was missing.
    A start date attribute was not valid.
    A start date attribute was missing.
    An end date attribute was not valid.
    An end date attribute was missing.
    A version attribute was not valid.
    A version attribute was missing.
    A prime attribute was not valid.
    A prime attribute was missing.
    A base attribute was not valid.
    A base attribute was missing.
    A subprime attribute was not valid.
    A subprime attribute was missing.
    An iteration count attribute was not valid.
    An iteration count attribute was missing.
    A database handle attribute was not valid.
    A database handle attribute was missing.
    An access credentials attribute was not valid.
    An access credentials attribute was missing.
    A public key format attribute was not valid.
    A public key format attribute was missing.
    A private key format attribute was not valid.
    A private key format attribute was missing.
    A symmetric key format attribute was not valid.
    A symmetric key format attribute was missing.
    A wrapped key format attribute was not valid.
    A wrapped key format attribute was missing.
    A staged operation is in progress.
    A staged operation was not started.
    A cryptographic verification failure has occurred.
    The query size is unknown.
    A block size mismatch occurred.
    The public key was inconsistent.
    A device verification failure has occurred.
    An invalid login name was detected.
    The user is already logged in.
    An invalid digest algorithm was detected.
    An invalid CRL group was detected.
    The certificate cannot operate.
    An expired certificate was detected.
    The certificate is not yet valid.
    The certificate was revoked.
    The certificate was suspended.
    Insufficient credentials were detected.
    The action was not valid.
    The authority was not valid.
    A verify action has failed.
    The certificate authority was not valid.
    The CRL authority was not valid.
    The CRL encoding was not valid.
    The CRL type was not valid.
    The CRL was not valid.
    The form type was not valid.
    The ID was not valid.
    The identifier was not valid.
    The index was not valid.
    The policy identifiers are not valid.
    The time specified was not valid.
    The trust policy reason was not valid.
    The request inputs are not valid.
    The response vector was not valid.
    The stop-on policy was not valid.
    The tuple was not valid.
    Multiple values are not supported.
    The certificate was not trusted.
    No default authority was detected.
    The trust policy had a rejected form.
    The request was lost.
    The request was rejected.
    The address type is not supported.
    The service is not supported.
    The tuple group was not valid.
    The base ACLs are not valid.
    The tuple credentials are not valid.
    The encoding was not valid.
    The validity period was not valid.
    The requestor was not valid.
    The request descriptor was not valid.
    The bundle information was not valid.
    The CRL index was not valid.
    No field values were detected.
    The field format is not supported.
    The index information is not supported.
    The locality is not supported.
    The number of attributes is not supported.
    The number of indexes is not supported.
    The number of record types is not supported.
    Too many fields were specified.
    The field format was incompatible.
    The parsing module was not valid.
    The database is locked.
    The data store is open.
    A missing value was detected.
    The query limits are not supported.
    The number of selection predicates is not supported.
    The operator is not supported.
    The database location is not valid.
    The access request is not valid.
    The index information is not valid.
    The new owner is not valid.
    The modify mode is not valid.
    A required certificate extension is missing.
    The extended key usage extension was not marked critical.
    A timestamp was expected but was not found.
    The timestamp was not valid.
    The timestamp was not trusted.
    The timestamp service is not available.
    An unrecognized or unsupported Algorithm Identifier in timestamp.
    The timestamp transaction is not permitted or supported.
    The timestamp data submitted has the wrong format.
    The time source for the Timestamp Authority is not available.
    The requested policy is not supported by the Timestamp Authority.
    The requested extension is not supported by the Timestamp Authority.
    The additional information requested is not available.
    The timestamp request cannot be handled due to system failure.
    A signing time was expected but was not found.
    A timestamp transaction was rejected.
    A timestamp transaction is waiting.
    A timestamp authority revocation warning was issued.
    A timestamp authority revocation notification was issued.
    The requested policy is not allowed for this certificate.
    The requested name is not allowed for this certificate.
    The validity period in the certificate exceeds the maximum allowed.
    The verified certificate is a CA rather than an end-entity.
    The certificate contains multiple extensions with the same extension ID.
    """
}
