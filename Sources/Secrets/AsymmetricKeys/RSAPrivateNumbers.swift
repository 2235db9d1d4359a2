// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import CryptoPrimitives
package import SecretMemory

/// The numbers of a PKCS #1 private key (RFC 8017, A.1.2), big-endian; zeros in front do not matter.
package struct RSAPrivateNumbers: ~Copyable, Sendable {
  package let modulus: [UInt8]
  package let publicExponent: [UInt8]
  package let privateExponent: SecretBytes
  package let prime1, prime2: SecretBytes
  package let exponent1, exponent2: SecretBytes
  package let coefficient: SecretBytes

  package init(
    modulus: [UInt8], publicExponent: [UInt8], privateExponent: consuming SecretBytes, prime1: consuming SecretBytes,
    prime2: consuming SecretBytes, exponent1: consuming SecretBytes, exponent2: consuming SecretBytes,
    coefficient: consuming SecretBytes
  ) {
    self.modulus = modulus
    self.publicExponent = publicExponent
    self.privateExponent = privateExponent
    self.prime1 = prime1
    self.prime2 = prime2
    self.exponent1 = exponent1
    self.exponent2 = exponent2
    self.coefficient = coefficient
  }

  /// Whether no number is longer than the modulus: the work of the checks that follow is bounded by it.
  borrowing func fit(modulusSize: Int) -> Bool {
    privateExponent.count <= modulusSize + 1 && prime1.count <= modulusSize && prime2.count <= modulusSize
      && exponent1.count <= modulusSize && exponent2.count <= modulusSize && coefficient.count <= modulusSize
  }

  borrowing func libraryKey(_ modulus: [UInt8], _ exponent: [UInt8]) throws(CryptoError) -> LibraryKey {
    let modulus: [UInt8] = modulus.reversed()
    let exponent: [UInt8] = exponent.reversed()
    let secrets = LittleEndian(self)
    return try unsafe modulus.span.withUnsafeBufferPointer { (modulus) throws(CryptoError) in
      try unsafe exponent.span.withUnsafeBufferPointer { (exponent) throws(CryptoError) in
        var parameters = LibraryParameters()
        unsafe parameters.append("n", number: modulus)
        unsafe parameters.append("e", number: exponent)
        return try secrets.key(parameters)
      }
    }
  }

  /// The secret numbers as the library takes them.
  private struct LittleEndian: ~Copyable {
    let d, p, q, dp, dq, qi: SecretBytes

    init(_ numbers: borrowing RSAPrivateNumbers) {
      d = numbers.privateExponent.withBytes(LibraryKey.native)
      p = numbers.prime1.withBytes(LibraryKey.native)
      q = numbers.prime2.withBytes(LibraryKey.native)
      dp = numbers.exponent1.withBytes(LibraryKey.native)
      dq = numbers.exponent2.withBytes(LibraryKey.native)
      qi = numbers.coefficient.withBytes(LibraryKey.native)
    }

    /// The list points at the numbers, so it is used where they are borrowed.
    borrowing func key(_ parameters: LibraryParameters) throws(CryptoError) -> LibraryKey {
      var parameters = parameters
      unsafe Self.append("d", d, to: &parameters)
      unsafe Self.append("rsa-factor1", p, to: &parameters)
      unsafe Self.append("rsa-factor2", q, to: &parameters)
      unsafe Self.append("rsa-exponent1", dp, to: &parameters)
      unsafe Self.append("rsa-exponent2", dq, to: &parameters)
      unsafe Self.append("rsa-coefficient1", qi, to: &parameters)
      return try LibraryKey("RSA", selection: copenssl_key_pair, parameters)
    }

    /// The memory of a secret does not move while the secret lives, which is as long as this value does.
    @unsafe private static func append(
      _ name: StaticString, _ number: borrowing SecretBytes, to list: inout LibraryParameters
    ) {
      number.withBytes { number in
        unsafe number.withUnsafeBufferPointer { unsafe list.append(name, number: $0) }
      }
    }
  }
}
