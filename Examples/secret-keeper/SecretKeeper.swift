// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// An app that keeps a secret, as one for Apple's systems would: what the tour shows the keychain with.
///
///     secret-keeper store            one item for each class, with the line of standard input as its secret
///     secret-keeper doom STATE       one item for each class, to be deleted in that state
///     secret-keeper try STATE        what every call answers now, a line for each class
///     secret-keeper added STATE...   whether what was added in these states is there
@main struct SecretKeeper {
  static var classes: [(name: String, value: CFString)] {
    [
      ("whenUnlocked", kSecAttrAccessibleWhenUnlocked),
      ("whenPasscodeSet", kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly),
      ("afterFirstUnlock", kSecAttrAccessibleAfterFirstUnlock),
      ("always", kSecAttrAccessibleAlways),
    ]
  }

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let states = words.dropFirst()
    switch words.first {
    case "store": store(Data((readLine() ?? "").utf8))
    case "doom": for state in states { doom(state) }
    case "try": for state in states { tryOut(state) }
    case "added": for state in states { lookForWhatWasAdded(state) }
    default: exit(2)
    }
  }

  static func store(_ secret: Data) {
    for (name, accessible) in classes { report(name, [add(name, accessible, secret)]) }
  }

  static func doom(_ state: String) {
    for (name, accessible) in classes { report(name, [add("\(name), doomed \(state)", accessible, Data("x".utf8))]) }
  }

  /// Reading, looking for what is not there, adding, changing, deleting; then the secret, where it was read.
  static func tryOut(_ state: String) {
    for (name, accessible) in classes {
      var found: CFTypeRef?
      let read = SecItemCopyMatching(
        item(name).merging([kSecReturnData as String: true]) { $1 } as CFDictionary, &found)
      let missing = SecItemCopyMatching(item("\(name), missing") as CFDictionary, nil)
      let added = add("\(name), added \(state)", accessible, Data(state.utf8))
      let changed = SecItemUpdate(
        item(name) as CFDictionary, [kSecAttrLabel as String: "changed \(state)"] as CFDictionary)
      let deleted = SecItemDelete(item("\(name), doomed \(state)") as CFDictionary)
      let secret = (found as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
      report(name, [read, missing, added, changed, deleted], secret)
    }
  }

  static func lookForWhatWasAdded(_ state: String) {
    for (name, _) in classes {
      var found: CFTypeRef?
      let query = item("\(name), added \(state)").merging([kSecReturnData as String: true]) { $1 }
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      report(name, [status], (found as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }

  // MARK: - Items

  static func item(_ account: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: "secret-keeper",
      kSecAttrAccount as String: account,
    ]
  }

  static func add(_ account: String, _ accessible: CFString, _ secret: Data) -> OSStatus {
    let values: [String: Any] = [kSecAttrAccessible as String: accessible, kSecValueData as String: secret]
    return SecItemAdd(item(account).merging(values) { $1 } as CFDictionary, nil)
  }

  static func report(_ name: String, _ answers: [OSStatus], _ secret: String = "") {
    print(([name] + answers.map(String.init) + [secret]).joined(separator: "\t"))
  }
}
