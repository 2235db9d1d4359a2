// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
import DERCoding
import KeyFormats

/// The defect of a key in DER or PEM.
///
/// https://developer.apple.com/documentation/cryptokit/cryptokitasn1error
public enum CryptoKitASN1Error: Error, Equatable {
  /// A field has a tag no format here has.
  case invalidFieldIdentifier
  /// Another field stands where this one should.
  case unexpectedFieldType
  /// The key is of another algorithm.
  case invalidObjectIdentifier
  /// The fields do not make a key.
  case invalidASN1Object
  /// A number is not in its shortest form.
  case invalidASN1IntegerEncoding
  /// The bytes end inside a field.
  case truncatedASN1Field
  /// A length is longer than any key.
  case unsupportedFieldLength
  /// The text is no PEM, or of something else.
  case invalidPEMDocument

  init(_ error: KeyFormatError) {
    self =
      switch error {
      case .encoding(.short): .truncatedASN1Field
      case .encoding(.notCanonical): .invalidASN1IntegerEncoding
      case .encoding(.unexpectedTag): .unexpectedFieldType
      case .encoding(.unsupportedTag): .invalidFieldIdentifier
      case .unsupported: .invalidObjectIdentifier
      case .encoding, .key: .invalidASN1Object
      }
  }
}
