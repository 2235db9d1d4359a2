// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// `diary write FILE TEXT`, `diary read FILE`, `diary fingerprint TEXT`, `diary remember SECRET`, `diary recall`: each
/// prints one line.
@main struct Diary {
  static func main() {
    do {
      print(try answer(to: Array(CommandLine.arguments.dropFirst())))
    } catch {
      print("failed: \(error)")
      exit(1)
    }
  }

  private static func answer(to words: [String]) throws -> String {
    switch words.first {
    case "write":
      let file = DiaryFile(url: URL(fileURLWithPath: words[1]))
      try file.write(words[2])
      return "written: \(try file.protection()?.rawValue ?? "unprotected")"
    case "read": return try DiaryFile(url: URL(fileURLWithPath: words[1])).read()
    case "fingerprint": return try Fingerprint(of: Data(words[1].utf8)).text()
    case "remember":
      try Keychain().store(Data(words[1].utf8))
      return "remembered"
    case "recall": return try Keychain().secret().map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
    default: return "diary write FILE TEXT | read FILE | fingerprint TEXT | remember SECRET | recall"
    }
  }
}
