// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import SecurityConstants
import Testing

@Suite struct ConstantsTests {
  /// Code that spells the strings itself, and items already stored, depend on them.
  @Test(arguments: [
    (kSecClass as String, "class"), (kSecClassGenericPassword as String, "genp"), (kSecAttrAccount as String, "acct"),
    (kSecAttrProtocolHTTPS as String, "htps"), (kSecAttrProtocolFTP as String, "ftp "),
    (kSecAttrProtocolSOCKS as String, "sox "), (kSecAttrKeyTypeECSECPrimeRandom as String, "73"),
    (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String, "akpu"),
    (kSecUseDataProtectionKeychain as String, "nleg"), (kSecMatchLimitAll as String, "m_LimitAll"),
    (kSecAttrAuthenticationTypeHTTPDigest as String, "httd"), (kSecImportItemCertChain as String, "chain"),
  ])
  func `A constant has the string that Apple gave it`(constant: String, string: String) {
    #expect(constant == string)
  }

  @Test(
    arguments: [
      (errSecItemNotFound, -25300), (errSecInteractionNotAllowed, -25308), (errSecMissingEntitlement, -34018),
      (errSecNotTrusted, -67843), (errSecVerifyFailed, -67808), (errSecInvalidAlgorithm, -67747),
      (errSecTimestampMissing, -67882), (errSecNotInitialized, -67667), (errSecInvalidRoot, -67612),
      (errSecCertificateIsCA, -67902), (errSecPkcs12VerifyFailure, -25264), (errSecDskFull, -34),
    ] as [(OSStatus, Int)])
  func `A result code has the number that Apple gave it`(code: OSStatus, number: Int) {
    #expect(Int(code) == number)
  }

  @Test(
    arguments: [
      (0, "No error."), (-4, "Function or operation not implemented."), (-36, "I/O error."),
      (-50, "One or more parameters passed to a function were not valid."), (-108, "Failed to allocate memory."),
      (-128, "User canceled the operation."), (-909, "Bad parameter or invalid state for operation."),
      (-25291, "No keychain is available. You may need to restart your computer."),
      (-25292, "This keychain cannot be modified."),
      (-25293, "The user name or passphrase you entered is not correct."),
      (-25299, "The specified item already exists in the keychain."),
      (-25300, "The specified item could not be found in the keychain."),
      (-25303, "The specified attribute does not exist."),
      (-25304, "The specified item is no longer valid. It may have been deleted from the keychain."),
      (-25306, "The specified item does not appear to be a valid keychain item."),
      (-25308, "User interaction is not allowed."),
      (-25311, "This item specifies a key size which is too large or too small."),
      (-25264, "MAC verification failed during PKCS12 import (wrong password?)"),
      (-26275, "Unable to decode the provided data."), (-34018, "A required entitlement isn't present."),
      (-34020, "Client is restricted and is not permitted to perform this operation."),
      (-67808, "A cryptographic verification failure has occurred."),
      (-67903, "The certificate contains multiple extensions with the same extension ID."),
    ] as [(OSStatus, String)])
  func `A result code has the text of Apple's header`(code: OSStatus, text: String) {
    #expect(ResultMessages.text(for: code) == text)
  }

  @Test func `A code without a text in the header has none here`() {
    #expect(ResultMessages.text(for: errSecMobileMeServerError) == nil)
    #expect(ResultMessages.text(for: 1) == nil)
  }
}
