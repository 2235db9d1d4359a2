// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import CryptoPrimitives
import Files
import Glibc
import IdentityService
import JOSECoding
import SecretMemory
import SignInRules
import SystemCalls

/// A key of a client, made here or read from its file. The private half stays in the file.
struct ClientKeyFile {
  let id: String
  private let key: ECPrivateKey

  var point: String { Base64URL.encode(key.publicKey.x963) }

  static func make() throws(ProgramFailure) -> ClientKeyFile {
    do { return ClientKeyFile(id: RandomText.identifier(10), key: try ECPrivateKey(.p256)) } catch {
      throw .particular("no key can be made: \(error).")
    }
  }

  static func point(of path: String) throws(ProgramFailure) -> String {
    let text: SecretBytes
    do throws(SystemError) {
      let file = try FileDescriptor.open(path, O_RDONLY)
      let size = Int(try file.status().st_size)
      guard (1...KeyFile.largest).contains(size) else { throw SystemError(.read, code: EFBIG) }
      text = try SecretBytes(count: size) { (bytes) throws(SystemError) in _ = try file.read(into: &bytes, at: 0) }
    } catch { throw .particular("\(path): \(error.reason).") }
    do {
      return try text.withBytes { (text) throws(KeyFile.Failure) in
        Base64URL.encode(try KeyFile.key(text).publicKey.x963)
      }
    } catch { throw .particular("\(path) is no private key on P-256 in PKCS #8.") }
  }

  private var fileName: String { "AuthKey_\(id).p8" }

  /// Removes a key that the provider refused. What is left where that fails signs nothing.
  func remove(from folder: String) {
    try? FileDescriptor.open(folder, O_RDONLY | O_DIRECTORY).unlink(fileName)
  }

  /// The path of the new file.
  func write(to folder: String) throws(ProgramFailure) -> String {
    let path = "\(folder)/\(fileName)"
    guard let text = try? KeyFile.text(of: key) else { throw .particular("the key cannot be written.") }
    do throws(SystemError) {
      let file = try NewFile(path)
      try text.withBytes { (text) throws(SystemError) in try file.append(text) }
      try file.finish()
    } catch { throw .particular("\(path): \(error.reason).") }
    return path
  }
}
