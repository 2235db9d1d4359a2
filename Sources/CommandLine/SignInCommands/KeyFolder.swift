// SPDX-License-Identifier: Apache-2.0
import Advice
import CryptoPrimitives
import Files
import Glibc
import SignInRules
import SystemCalls
import TerminalConsole
import WireFormat

/// The .p8 files that a person named, by themselves or by their folder.
struct KeyFolder {
  struct File {
    let name: String
    /// The key's identifier, from the file's name, or as the person says.
    let id: String?
    let key: ECPrivateKey
  }

  let files: [File]

  /// The public halves; nil where no file was named: then nothing is said of signatures.
  var keys: [KnownKey]? { files.isEmpty ? nil : files.map { KnownKey(id: $0.id, $0.key.publicKey, name: $0.name) } }

  private static let mostFiles = 200

  init(_ paths: [String], keyID: String?, _ console: Console) throws(DoctorFailure) {
    var found: [File] = []
    for path in paths {
      let files = try Self.files(path)
      for file in files { found.append(try Self.key(file, keyID: files.count == 1 && paths.count == 1 ? keyID : nil)) }
    }
    files = found
  }

  private static func files(_ path: String) throws(DoctorFailure) -> [String] {
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) else { return [path] }
    var names: [String] = []
    // A folder that cannot be read on has the keys that were seen until then.
    try? folder.forEachEntry { entry in
      let name = String(decoding: entry.name, as: UTF8.self)
      if name.hasSuffix(".p8") { names.append("\(path)/\(name)") }
      return names.count < mostFiles ? .proceed : .stop
    }
    guard !names.isEmpty else { throw .noKeys(path) }
    return names.sorted()
  }

  private static func key(_ path: String, keyID: String?) throws(DoctorFailure) -> File {
    let text: WireBuffer
    do { text = try InputFile.secret(of: path, atMost: KeyFile.largest) } catch { throw .file(error) }
    let key: ECPrivateKey
    do throws(KeyFile.Failure) {
      key = try text.withBytes { (text) throws(KeyFile.Failure) in try KeyFile.key(text) }
    } catch { throw .key(path, error) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return File(name: name, id: keyID ?? identifier(in: name), key: key)
  }

  /// `AuthKey_ABC123DEFG.p8` is how Apple names the file.
  private static func identifier(in name: String) -> String? {
    guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
    let id = name.dropFirst("AuthKey_".count).dropLast(".p8".count)
    return id.utf8.count == 10 ? String(id) : nil
  }
}
