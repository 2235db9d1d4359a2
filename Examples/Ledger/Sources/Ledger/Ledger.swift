// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// A small app: it keeps entries in a file that can be read only while the device is unlocked, and the key to them in the
/// keychain.
///
///     Ledger write     keeps the secret that standard input's first line is, and a file of class complete
///     Ledger read      prints both
///     Ledger around    what the app can see of the machine
@main struct Ledger {
  static var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "ledger",
      kSecAttrAccount as String: "owner",
    ]
  }
  static var file: URL { URL(fileURLWithPath: NSHomeDirectory()).appending(path: "Documents/entries.txt") }

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    switch (words.first, words.count) {
    // Not an argument: those are seen by everyone on the machine.
    case ("write", 1): write(readLine() ?? "")
    case ("read", 1): read()
    case ("around", 1): lookAround()
    default:
      FileHandle.standardError.write(Data("Usage: Ledger write | read | around\n".utf8))
      exit(2)
    }
  }

  static func write(_ secret: String) {
    SecItemDelete(query as CFDictionary)
    let added = SecItemAdd(query.merging([kSecValueData as String: Data(secret.utf8)]) { $1 } as CFDictionary, nil)
    print("keychain: \(added)")
    do {
      try Data("entry: \(secret)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.protectionKey: FileProtectionType.complete], ofItemAtPath: file.path)
      print("file: written")
    } catch {
      print("file: \(error)")
    }
  }

  static func read() {
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query.merging([kSecReturnData as String: true]) { $1 } as CFDictionary, &result)
    let secret = (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    print("keychain: \(secret ?? "\(status)")")
    print("file: " + ((try? String(contentsOf: file, encoding: .utf8)) ?? "unreadable\n"), terminator: "")
  }

  static func lookAround() {
    print("app: \(Bundle.main.bundleIdentifier ?? "none")")
    for folder in ["/", "/home", "/root", "/etc", NSHomeDirectory()] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? ["nothing"]
      print("\(folder): \(names.joined(separator: " "))")
    }
    let interfaces = (try? String(contentsOfFile: "/proc/net/dev", encoding: .utf8)) ?? ""
    let names = interfaces.split(separator: "\n").dropFirst(2).compactMap { $0.split(separator: ":").first }
    print("network: \(names.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " "))")
  }
}
