// SPDX-License-Identifier: Apache-2.0
import AppModel
import BrokerClient
import BrokerMessages
import CommandExecution
import ConsentModel
package import TerminalConsole

/// The tool `tccutil` of macOS: its words, its sentences and its exit codes.
///
/// It knows what is stored rather than what is installed: answers to an app that was renamed or removed can be reset too.
/// `--like-apple` refuses such apps, as the tool of macOS does.
package struct TCCUtility {
  private let console: Console
  private let connect: () throws(CommandFailure) -> BrokerClient

  private enum Code {
    static let usage: Int32 = 64
    static let failed: Int32 = 70
  }

  /// The exit code.
  package static func run(_ words: [String], on console: Console) -> Int32 {
    TCCUtility(console: console) { () throws(CommandFailure) in try BrokerConnection.open() }.run(words)
  }

  private func run(_ words: [String]) -> Int32 {
    let isLikeApple = words.contains("--like-apple")
    let words = words.filter { $0 != "--like-apple" }
    guard (2...3).contains(words.count), words[0] == "reset" else {
      console.note("tccutil: Usage: tccutil reset SERVICE [BUNDLE_ID]")
      return Code.usage
    }
    let (name, app) = (words[1], words.count == 3 ? words[2] : nil)
    let what = app == nil ? name : "\(name) approval status for \(app ?? "")"
    let service = name == "All" ? nil : ConsentService(name: name)
    guard name == "All" || service?.isResetByTccutil == true else { return fail(what) }
    do throws(CommandFailure) {
      let client = try connect()
      let key = app.map { ConsentClient.Key($0) }
      do throws(BrokerClientError) {
        if isLikeApple, let app, let key, try !isKnown(key, client) {
          console.note(
            "tccutil: No such bundle identifier \"\(app)\": The operation couldn’t be completed. (OSStatus error -10814.)"
          )
          return Code.usage
        }
        _ = try client.resetConsent(service, of: key)
      } catch {
        throw .broker(error)
      }
    } catch {
      console.note("tccutil: \(error.sentence)")
      return fail(what)
    }
    console.print("Successfully reset \(what)")
    return 0
  }

  private func fail(_ what: String) -> Int32 {
    console.note("tccutil: Failed to reset \(what)")
    return Code.failed
  }

  /// Only apps that are installed are known to the tool of macOS, and none by a path.
  private func isKnown(_ key: ConsentClient.Key, _ client: BrokerClient) throws(BrokerClientError) -> Bool {
    guard key.kind == .bundle else { return false }
    return try client.installedApps().contains { $0.identifier == key.identifier }
  }
}
