// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainContract
import KeychainModel
import KeychainStore
import ProtectionModelTesting

/// Adds items to a store until it is killed: what the crash tests start.
///
/// Arguments: the path of the store, the first number. Each number is written to standard output, with a newline, once
/// the item of that account is stored. Ends with 3 where another process has the store.
@main struct KeychainWriter {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let first = Int(arguments[2]) else { exit(2) }
    let store: KeychainStore
    do {
      store = try KeychainStore(arguments[1], keys: FakeClassKeys(), examiner: PlainCertificates()) { 0 }
    } catch {
      exit(error == .inUse ? 3 : 1)
    }
    let app = store.session(for: KeychainCaller(groups: AccessGroupList(["team.app"])))
    for number in first... {
      let text = "\(number)"
      let data = SecretData(copying: Array(text.utf8).span)
      _ = try app.add(ItemAddition(.genericPassword, [.account: .string(text)], data: data))
      let line = text + "\n"
      guard unsafe write(1, line, line.utf8.count) == line.utf8.count else { exit(1) }
    }
  }
}
