// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation

// What is wrong with the attributes of a cryptographic operation. Apple numbers the codes without a gap.

/// The algorithm is not valid.
public let errSecInvalidAlgorithm: OSStatus = -67747
/// The key in the operation's attributes is not valid.
public let errSecInvalidAttributeKey: OSStatus = -67748
/// The key is missing from the operation's attributes.
public let errSecMissingAttributeKey: OSStatus = -67749
/// The initialisation vector in the operation's attributes is not valid.
public let errSecInvalidAttributeInitVector: OSStatus = -67750
/// The initialisation vector is missing from the operation's attributes.
public let errSecMissingAttributeInitVector: OSStatus = -67751
/// The salt in the operation's attributes is not valid.
public let errSecInvalidAttributeSalt: OSStatus = -67752
/// The salt is missing from the operation's attributes.
public let errSecMissingAttributeSalt: OSStatus = -67753
/// The padding in the operation's attributes is not valid.
public let errSecInvalidAttributePadding: OSStatus = -67754
/// The padding is missing from the operation's attributes.
public let errSecMissingAttributePadding: OSStatus = -67755
/// The random data in the operation's attributes is not valid.
public let errSecInvalidAttributeRandom: OSStatus = -67756
/// The random data is missing from the operation's attributes.
public let errSecMissingAttributeRandom: OSStatus = -67757
/// The seed in the operation's attributes is not valid.
public let errSecInvalidAttributeSeed: OSStatus = -67758
/// The seed is missing from the operation's attributes.
public let errSecMissingAttributeSeed: OSStatus = -67759
/// The passphrase in the operation's attributes is not valid.
public let errSecInvalidAttributePassphrase: OSStatus = -67760
/// The passphrase is missing from the operation's attributes.
public let errSecMissingAttributePassphrase: OSStatus = -67761
/// The length of the key in the operation's attributes is not valid.
public let errSecInvalidAttributeKeyLength: OSStatus = -67762
/// The length of the key is missing from the operation's attributes.
public let errSecMissingAttributeKeyLength: OSStatus = -67763
/// The size of a block in the operation's attributes is not valid.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764
/// The size of a block is missing from the operation's attributes.
public let errSecMissingAttributeBlockSize: OSStatus = -67765
/// The size of the output in the operation's attributes is not valid.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766
/// The size of the output is missing from the operation's attributes.
public let errSecMissingAttributeOutputSize: OSStatus = -67767
/// The number of rounds in the operation's attributes is not valid.
public let errSecInvalidAttributeRounds: OSStatus = -67768
/// The number of rounds is missing from the operation's attributes.
public let errSecMissingAttributeRounds: OSStatus = -67769
/// The algorithm's parameters are not valid.
public let errSecInvalidAlgorithmParms: OSStatus = -67770
/// The algorithm's parameters are missing.
public let errSecMissingAlgorithmParms: OSStatus = -67771
/// The label in the operation's attributes is not valid.
public let errSecInvalidAttributeLabel: OSStatus = -67772
/// The label is missing from the operation's attributes.
public let errSecMissingAttributeLabel: OSStatus = -67773
/// The type of the key in the operation's attributes is not valid.
public let errSecInvalidAttributeKeyType: OSStatus = -67774
/// The type of the key is missing from the operation's attributes.
public let errSecMissingAttributeKeyType: OSStatus = -67775
/// The mode of operation in the operation's attributes is not valid.
public let errSecInvalidAttributeMode: OSStatus = -67776
/// The mode of operation is missing from the operation's attributes.
public let errSecMissingAttributeMode: OSStatus = -67777
/// The number of effective bits in the operation's attributes is not valid.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778
/// The number of effective bits is missing from the operation's attributes.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779
/// The start date in the operation's attributes is not valid.
public let errSecInvalidAttributeStartDate: OSStatus = -67780
/// The start date is missing from the operation's attributes.
public let errSecMissingAttributeStartDate: OSStatus = -67781
/// The end date in the operation's attributes is not valid.
public let errSecInvalidAttributeEndDate: OSStatus = -67782
/// The end date is missing from the operation's attributes.
public let errSecMissingAttributeEndDate: OSStatus = -67783
/// The version in the operation's attributes is not valid.
public let errSecInvalidAttributeVersion: OSStatus = -67784
/// The version is missing from the operation's attributes.
public let errSecMissingAttributeVersion: OSStatus = -67785
/// The prime in the operation's attributes is not valid.
public let errSecInvalidAttributePrime: OSStatus = -67786
/// The prime is missing from the operation's attributes.
public let errSecMissingAttributePrime: OSStatus = -67787
/// The base in the operation's attributes is not valid.
public let errSecInvalidAttributeBase: OSStatus = -67788
/// The base is missing from the operation's attributes.
public let errSecMissingAttributeBase: OSStatus = -67789
/// The subprime in the operation's attributes is not valid.
public let errSecInvalidAttributeSubprime: OSStatus = -67790
/// The subprime is missing from the operation's attributes.
public let errSecMissingAttributeSubprime: OSStatus = -67791
/// The number of iterations in the operation's attributes is not valid.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792
/// The number of iterations is missing from the operation's attributes.
public let errSecMissingAttributeIterationCount: OSStatus = -67793
/// The handle of a database in the operation's attributes is not valid.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794
/// The handle of a database is missing from the operation's attributes.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795
/// The credentials in the operation's attributes is not valid.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796
/// The credentials is missing from the operation's attributes.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797
/// The format of the public key in the operation's attributes is not valid.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798
/// The format of the public key is missing from the operation's attributes.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799
/// The format of the private key in the operation's attributes is not valid.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800
/// The format of the private key is missing from the operation's attributes.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801
/// The format of the symmetric key in the operation's attributes is not valid.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802
/// The format of the symmetric key is missing from the operation's attributes.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803
/// The format of the wrapped key in the operation's attributes is not valid.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804
/// The format of the wrapped key is missing from the operation's attributes.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805
/// An operation in steps is under way already.
public let errSecStagedOperationInProgress: OSStatus = -67806
/// No operation in steps was begun.
public let errSecStagedOperationNotStarted: OSStatus = -67807
