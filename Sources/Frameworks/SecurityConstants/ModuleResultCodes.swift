// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What is wrong with modules, handles, devices and keys. Apple numbers the codes without a gap.

/// The module was used before it was initialised.
public let errSecNotInitialized: OSStatus = -67667
/// The handle cannot be used so.
public let errSecInvalidHandleUsage: OSStatus = -67668
/// The reference to a module's caller was not found.
public let errSecPVCReferentNotFound: OSStatus = -67669
/// The integrity check of a function failed.
public let errSecFunctionIntegrityFail: OSStatus = -67670
/// The service had an error of its own.
public let errSecInternalError: OSStatus = -67671
/// Memory could not be had.
public let errSecMemoryError: OSStatus = -67672
/// The data is malformed.
public let errSecInvalidData: OSStatus = -67673
/// The directory of modules had an error.
public let errSecMDSError: OSStatus = -67674
/// The pointer is not valid.
public let errSecInvalidPointer: OSStatus = -67675
/// The module's check of itself failed.
public let errSecSelfCheckFailed: OSStatus = -67676
/// The function failed.
public let errSecFunctionFailed: OSStatus = -67677
/// The module's manifest could not be verified.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678
/// The identifier of a module is malformed.
public let errSecInvalidGUID: OSStatus = -67679
/// The handle is not valid.
public let errSecInvalidHandle: OSStatus = -67680
/// The list of databases is malformed.
public let errSecInvalidDBList: OSStatus = -67681
/// The number of a module's own function is not known.
public let errSecInvalidPassthroughID: OSStatus = -67682
/// The network address is malformed.
public let errSecInvalidNetworkAddress: OSStatus = -67683
/// The revocation list is signed already.
public let errSecCRLAlreadySigned: OSStatus = -67684
/// The number of fields is wrong.
public let errSecInvalidNumberOfFields: OSStatus = -67685
/// The verification failed.
public let errSecVerificationFailure: OSStatus = -67686
/// The tag is not known.
public let errSecUnknownTag: OSStatus = -67687
/// The signature is wrong.
public let errSecInvalidSignature: OSStatus = -67688
/// The name is malformed.
public let errSecInvalidName: OSStatus = -67689
/// The reference to a certificate leads to none.
public let errSecInvalidCertificateRef: OSStatus = -67690
/// The group of certificates is malformed.
public let errSecInvalidCertificateGroup: OSStatus = -67691
/// The tag was not found.
public let errSecTagNotFound: OSStatus = -67692
/// The query is malformed.
public let errSecInvalidQuery: OSStatus = -67693
/// The value is not one of those allowed.
public let errSecInvalidValue: OSStatus = -67694
/// A callback failed.
public let errSecCallbackFailed: OSStatus = -67695
/// An entry of the access control list could not be deleted.
public let errSecACLDeleteFailed: OSStatus = -67696
/// An entry of the access control list could not be replaced.
public let errSecACLReplaceFailed: OSStatus = -67697
/// An entry of the access control list could not be added.
public let errSecACLAddFailed: OSStatus = -67698
/// The access control list could not be changed.
public let errSecACLChangeFailed: OSStatus = -67699
/// The credentials do not give access.
public let errSecInvalidAccessCredentials: OSStatus = -67700
/// The record is malformed.
public let errSecInvalidRecord: OSStatus = -67701
/// The access control list is malformed.
public let errSecInvalidACL: OSStatus = -67702
/// A sample among the credentials is malformed.
public let errSecInvalidSampleValue: OSStatus = -67703
/// The version does not fit.
public let errSecIncompatibleVersion: OSStatus = -67704
/// The privilege was not granted.
public let errSecPrivilegeNotGranted: OSStatus = -67705
/// The scope is not valid.
public let errSecInvalidScope: OSStatus = -67706
/// The verification of callers is configured already.
public let errSecPVCAlreadyConfigured: OSStatus = -67707
/// The verification of callers is not valid.
public let errSecInvalidPVC: OSStatus = -67708
/// A module manager could not be loaded.
public let errSecEMMLoadFailed: OSStatus = -67709
/// A module manager could not be unloaded.
public let errSecEMMUnloadFailed: OSStatus = -67710
/// An add-in module could not be loaded.
public let errSecAddinLoadFailed: OSStatus = -67711
/// The reference to a key leads to none.
public let errSecInvalidKeyRef: OSStatus = -67712
/// The key has not its place in the hierarchy.
public let errSecInvalidKeyHierarchy: OSStatus = -67713
/// An add-in module could not be unloaded.
public let errSecAddinUnloadFailed: OSStatus = -67714
/// The library was not found.
public let errSecLibraryReferenceNotFound: OSStatus = -67715
/// The function table of an add-in module is malformed.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716
/// The mask of services is not valid.
public let errSecInvalidServiceMask: OSStatus = -67717
/// The module is not loaded.
public let errSecModuleNotLoaded: OSStatus = -67718
/// The number of a module's service is not known.
public let errSecInvalidSubServiceID: OSStatus = -67719
/// The context lacks the attribute.
public let errSecAttributeNotInContext: OSStatus = -67720
/// The module manager could not be initialised.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721
/// The module manager was not found.
public let errSecModuleManagerNotFound: OSStatus = -67722
/// There is no callback for the event.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723
/// The input has a length that is not allowed.
public let errSecInputLengthError: OSStatus = -67724
/// The output has a length that is not allowed.
public let errSecOutputLengthError: OSStatus = -67725
/// The privilege is not supported.
public let errSecPrivilegeNotSupported: OSStatus = -67726
/// The device had an error.
public let errSecDeviceError: OSStatus = -67727
/// The module's handle is in use.
public let errSecAttachHandleBusy: OSStatus = -67728
/// Nobody is logged in.
public let errSecNotLoggedIn: OSStatus = -67729
/// The algorithm is not the key's.
public let errSecAlgorithmMismatch: OSStatus = -67730
/// The key may not be used for this.
public let errSecKeyUsageIncorrect: OSStatus = -67731
/// The record of the key has the wrong type.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67732
/// The header of the key contradicts its data.
public let errSecKeyHeaderInconsistent: OSStatus = -67733
/// The key's format is not supported.
public let errSecUnsupportedKeyFormat: OSStatus = -67734
/// The key's size is not supported.
public let errSecUnsupportedKeySize: OSStatus = -67735
/// The mask of the key's uses is not valid.
public let errSecInvalidKeyUsageMask: OSStatus = -67736
/// The mask of the key's uses is not supported.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737
/// The mask of the key's attributes is not valid.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738
/// The mask of the key's attributes is not supported.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739
/// The key's label is malformed.
public let errSecInvalidKeyLabel: OSStatus = -67740
/// The key's label is not supported.
public let errSecUnsupportedKeyLabel: OSStatus = -67741
/// The key's format is not valid.
public let errSecInvalidKeyFormat: OSStatus = -67742
/// Data in several buffers is not supported.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743
/// The input's buffers are not valid.
public let errSecInvalidInputVector: OSStatus = -67744
/// The output's buffers are not valid.
public let errSecInvalidOutputVector: OSStatus = -67745
/// The context is not valid.
public let errSecInvalidContext: OSStatus = -67746
