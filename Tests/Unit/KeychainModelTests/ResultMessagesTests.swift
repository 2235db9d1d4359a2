// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct ResultMessagesTests {
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
    ] as [(Int32, String)])
  func `A result code has the text of Apple's header`(code: Int32, text: String) {
    #expect(ResultMessages.text(for: code) == text)
  }

  @Test func `A code without a text in the header has none here`() {
    for code: Int32 in [-67659, 1] { #expect(ResultMessages.text(for: code) == nil) }
  }
}
