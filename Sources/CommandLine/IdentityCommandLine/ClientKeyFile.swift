// SPDX-License-Identifier: Apache-2.0
import Base64Coding
package import CryptoPrimitives
import Files
import Glibc
import JOSECoding
import SecretMemory
import SignInRules
package import SystemCalls

/// A key of a client, made here or read from its file. The private half stays in the file.
package struct ClientKeyFile {
  package let id: String
  private let key: ECPrivateKey

  package enum Failure: Error {
    case crypto(CryptoError)
    case system(String, SystemError)
    /// The file has no private key on P-256 in PKCS #8.
    case notKey(String)
    case notWritten

    package var sentence: String {
      switch self {
      case .crypto(let error): "no key can be made: \(error)."
      case .system(let path, let error): "\(path): \(error.reason)."
      case .notKey(let path): "\(path) is no private key on P-256 in PKCS #8."
      case .notWritten: "the key cannot be written."
      }
    }
  }

  package var point: String { Base64URL.encode(key.publicKey.x963) }

  /// A new key of this name.
  package init(making id: String) throws(Failure) {
    do { (self.id, key) = (id, try ECPrivateKey(.p256)) } catch { throw .crypto(error) }
  }

  package static func point(of path: String) throws(Failure) -> String {
    let text: SecretBytes
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, O_RDONLY)
      let size = Int(try file.status().st_size)
      guard (1...KeyFile.largest).contains(size) else { throw SystemError(.read, code: EFBIG) }
      text = try SecretBytes(count: size) { (bytes) throws(SystemError) in _ = try file.read(into: &bytes, at: 0) }
    } catch { throw .system(path, error) }
    do {
      return try text.withBytes { (text) throws(KeyFile.Failure) in
        Base64URL.encode(try KeyFile.key(text).publicKey.x963)
      }
    } catch { throw .notKey(path) }
  }

  private var fileName: String { "AuthKey_\(id).p8" }

  /// Removes a key that the provider refused. What is left where that fails signs nothing.
  package func remove(from folder: String) {
    try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).unlink(fileName)
  }

  /// The path of the new file.
  package func write(to folder: String) throws(Failure) -> String {
    let path = "\(folder)/\(fileName)"
    guard let text = try? KeyFile.text(of: key) else { throw .notWritten }
    do throws(SystemError) {
      let file = try NewFile(path)
      try text.withBytes { (text) throws(SystemError) in try file.append(text) }
      try file.finish()
    } catch { throw .system(path, error) }
    return path
  }
}
