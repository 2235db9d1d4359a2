// SPDX-License-Identifier: Apache-2.0
import CryptoPrimitives
package import SecretMemory
import WireFormat

/// The stored record that a password unlocks a file-based keychain with: Documentation/FileKeychain.md.
package struct PasswordRecord: Sendable, Equatable {
  package static let size = 112
  static let saltSize = 16
  static let masterSize = 32
  private static let magic = Array("BAILEYFK".utf8)
  private static let version: UInt32 = 1

  let parameters: Argon2id.Parameters
  let salt: [UInt8]
  /// The master key under the one derived from the password (RFC 3394).
  let wrapped: [UInt8]

  package enum Defect: Error, Equatable, Sendable {
    case damaged, newerVersion, wrongPassword, system
    /// The keychain was locked in the meantime.
    case locked
    /// The keychain exists already.
    case exists
  }

  /// Wraps a master key with a password.
  init(
    _ master: borrowing SecretBytes, _ password: borrowing SecretBytes, _ parameters: Argon2id.Parameters
  ) throws(CryptoError) {
    self.parameters = parameters
    let salt = SystemRandom.bytes(Self.saltSize)
    self.salt = salt
    let key = try Argon2id.derive(from: password, salt: salt.span, parameters: parameters)
    wrapped = try AESKeyWrap.wrap(master, with: key)
  }

  /// Unwraps the master key.
  package func open(_ password: borrowing SecretBytes) throws(Defect) -> SecretBytes {
    do {
      let key = try Argon2id.derive(from: password, salt: salt.span, parameters: parameters)
      return try AESKeyWrap.unwrap(wrapped.span, with: key)
    } catch .authenticationFailed {
      throw .wrongPassword
    } catch {
      throw .system
    }
  }
}

// MARK: - The bytes that are stored

extension PasswordRecord {
  package var encoded: [UInt8] {
    let numbers = [Self.version, parameters.memoryKiB, parameters.passes, parameters.lanes]
    let contents = Self.magic + numbers.flatMap(Self.bigEndian) + salt + wrapped
    return contents + SHA256.hash(contents.span)
  }

  package init(encoded bytes: Span<UInt8>) throws(Defect) {
    guard bytes.count == Self.size else { throw .damaged }
    let contents = bytes.extracting(0..<Self.size - SHA256.size)
    let digest = SHA256.hash(contents)
    guard digest.indices.allSatisfy({ bytes[contents.count + $0] == digest[$0] }) else { throw .damaged }
    do {
      self = try Self.decode(contents)
    } catch let defect as Defect {
      throw defect
    } catch {
      throw .damaged
    }
  }

  private static func decode(_ bytes: Span<UInt8>) throws -> PasswordRecord {
    var cursor = WireCursor()
    guard try cursor.bytes(magic.count, in: bytes) == magic else { throw Defect.damaged }
    guard try cursor.integer(UInt32.self, in: bytes) == version else { throw Defect.newerVersion }
    let parameters = Argon2id.Parameters(
      memoryKiB: try cursor.integer(in: bytes), passes: try cursor.integer(in: bytes),
      lanes: try cursor.integer(in: bytes))
    guard let parameters else { throw Defect.damaged }
    let salt = try cursor.bytes(saltSize, in: bytes)
    return PasswordRecord(parameters, salt, try cursor.bytes(masterSize + AESKeyWrap.overhead, in: bytes))
  }

  private init(_ parameters: Argon2id.Parameters, _ salt: [UInt8], _ wrapped: [UInt8]) {
    self.parameters = parameters
    self.salt = salt
    self.wrapped = wrapped
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (3 - $0))) }
  }
}
