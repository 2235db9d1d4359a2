// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What is wrong with requests to authorities and databases. Apple numbers the codes without a gap.

/// The verification failed, whatever was verified.
public let errSecVerifyFailed: OSStatus = -67808
/// The size of the result is not known.
public let errSecQuerySizeUnknown: OSStatus = -67809
/// The block's size is not the algorithm's.
public let errSecBlockSizeMismatch: OSStatus = -67810
/// The public key contradicts itself.
public let errSecPublicKeyInconsistent: OSStatus = -67811
/// The device could not be verified.
public let errSecDeviceVerifyFailed: OSStatus = -67812
/// The login name is not valid.
public let errSecInvalidLoginName: OSStatus = -67813
/// Somebody is logged in already.
public let errSecAlreadyLoggedIn: OSStatus = -67814
/// The digest algorithm is not valid.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815
/// The group of revocation lists is malformed.
public let errSecInvalidCRLGroup: OSStatus = -67816
/// The certificate cannot do this.
public let errSecCertificateCannotOperate: OSStatus = -67817
/// The certificate has expired.
public let errSecCertificateExpired: OSStatus = -67818
/// The certificate is not valid yet.
public let errSecCertificateNotValidYet: OSStatus = -67819
/// The certificate was revoked.
public let errSecCertificateRevoked: OSStatus = -67820
/// The certificate is suspended.
public let errSecCertificateSuspended: OSStatus = -67821
/// The credentials are not enough.
public let errSecInsufficientCredentials: OSStatus = -67822
/// The action is not valid.
public let errSecInvalidAction: OSStatus = -67823
/// The authority is not valid.
public let errSecInvalidAuthority: OSStatus = -67824
/// The action of a verification failed.
public let errSecVerifyActionFailed: OSStatus = -67825
/// The certificate authority is not valid.
public let errSecInvalidCertAuthority: OSStatus = -67826
/// The authority of the revocation list is not valid; the name is Apple's, misspelt.
public let errSecInvaldCRLAuthority: OSStatus = -67827
/// The authority of the revocation list is not valid.
public let errSecInvalidCRLAuthority: OSStatus = errSecInvaldCRLAuthority
/// The encoding of the revocation list is not valid.
public let errSecInvalidCRLEncoding: OSStatus = -67828
/// The type of the revocation list is not valid.
public let errSecInvalidCRLType: OSStatus = -67829
/// The revocation list is malformed.
public let errSecInvalidCRL: OSStatus = -67830
/// The type of the form is not valid.
public let errSecInvalidFormType: OSStatus = -67831
/// The identifier is not valid.
public let errSecInvalidID: OSStatus = -67832
/// The identifier of an object is not valid.
public let errSecInvalidIdentifier: OSStatus = -67833
/// The index is not valid.
public let errSecInvalidIndex: OSStatus = -67834
/// The identifiers of policies are not valid.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835
/// The text of a time is malformed.
public let errSecInvalidTimeString: OSStatus = -67836
/// The reason is not valid.
public let errSecInvalidReason: OSStatus = -67837
/// The inputs of the request are not valid.
public let errSecInvalidRequestInputs: OSStatus = -67838
/// The buffers of the response are not valid.
public let errSecInvalidResponseVector: OSStatus = -67839
/// The condition for stopping the evaluation is not valid.
public let errSecInvalidStopOnPolicy: OSStatus = -67840
/// The tuple is malformed.
public let errSecInvalidTuple: OSStatus = -67841
/// Several values are not supported.
public let errSecMultipleValuesUnsupported: OSStatus = -67842
/// The chain does not lead to a trusted anchor.
public let errSecNotTrusted: OSStatus = -67843
/// There is no default authority.
public let errSecNoDefaultAuthority: OSStatus = -67844
/// The form was rejected.
public let errSecRejectedForm: OSStatus = -67845
/// The request was lost.
public let errSecRequestLost: OSStatus = -67846
/// The request was rejected.
public let errSecRequestRejected: OSStatus = -67847
/// The type of address is not supported.
public let errSecUnsupportedAddressType: OSStatus = -67848
/// The service is not supported.
public let errSecUnsupportedService: OSStatus = -67849
/// The group of tuples is malformed.
public let errSecInvalidTupleGroup: OSStatus = -67850
/// The first access control lists are malformed.
public let errSecInvalidBaseACLs: OSStatus = -67851
/// The credentials for a tuple are not valid; the name is Apple's, misspelt.
public let errSecInvalidTupleCredendtials: OSStatus = -67852
/// The credentials for a tuple are not valid.
public let errSecInvalidTupleCredentials: OSStatus = errSecInvalidTupleCredendtials
/// The encoding is not valid.
public let errSecInvalidEncoding: OSStatus = -67853
/// The period of validity is not one.
public let errSecInvalidValidityPeriod: OSStatus = -67854
/// The requester is not valid.
public let errSecInvalidRequestor: OSStatus = -67855
/// The descriptor of the request is not valid.
public let errSecRequestDescriptor: OSStatus = -67856
/// The description of the bundle is not valid.
public let errSecInvalidBundleInfo: OSStatus = -67857
/// The index into a revocation list is not valid.
public let errSecInvalidCRLIndex: OSStatus = -67858
/// The field has no values.
public let errSecNoFieldValues: OSStatus = -67859
/// The format of the field is not supported.
public let errSecUnsupportedFieldFormat: OSStatus = -67860
/// The description of the index is not supported.
public let errSecUnsupportedIndexInfo: OSStatus = -67861
/// The locality is not supported.
public let errSecUnsupportedLocality: OSStatus = -67862
/// The number of attributes is not supported.
public let errSecUnsupportedNumAttributes: OSStatus = -67863
/// The number of indexes is not supported.
public let errSecUnsupportedNumIndexes: OSStatus = -67864
/// The number of types of records is not supported.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865
/// The field is named more than once.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866
/// The formats of two fields do not fit.
public let errSecIncompatibleFieldFormat: OSStatus = -67867
/// The parsing module is not valid.
public let errSecInvalidParsingModule: OSStatus = -67868
/// The database is locked.
public let errSecDatabaseLocked: OSStatus = -67869
/// The data store is open.
public let errSecDatastoreIsOpen: OSStatus = -67870
/// A value is missing.
public let errSecMissingValue: OSStatus = -67871
/// The limits of the query are not supported.
public let errSecUnsupportedQueryLimits: OSStatus = -67872
/// The number of predicates is not supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873
/// The operator is not supported.
public let errSecUnsupportedOperator: OSStatus = -67874
/// The location of the database is not valid.
public let errSecInvalidDBLocation: OSStatus = -67875
/// The request for access is not valid.
public let errSecInvalidAccessRequest: OSStatus = -67876
/// The description of the index is not valid.
public let errSecInvalidIndexInfo: OSStatus = -67877
/// The new owner is not valid.
public let errSecInvalidNewOwner: OSStatus = -67878
/// The way of changing a record is not valid.
public let errSecInvalidModifyMode: OSStatus = -67879
