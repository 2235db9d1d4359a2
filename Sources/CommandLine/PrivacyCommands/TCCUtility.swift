// SPDX-License-Identifier: Apache-2.0
import Advice
import AppModel
import AppNames
import BrokerClient
import BrokerMessages
import ConsentModel
import InstanceAccess
package import TerminalConsole

/// The tool `tccutil` of macOS: its words, its sentences and its exit codes.
///
/// It knows what is stored beside what is installed: answers to an app that was renamed or removed can be reset too, and an
/// app can be called by its name. `--like-apple` refuses both, as the tool of macOS does.
package struct TCCUtility {
  private let console: Console
  private let connect: () throws(CommandFailure) -> BrokerClient

  private enum Code {
    static let usage: Int32 = 64
    static let failed: Int32 = 70
  }

  /// The exit code.
  package static func run(_ words: [String], on console: Console) -> Int32 {
    TCCUtility(console: console) { () throws(CommandFailure) in try BrokerAccess.open() }.run(words)
  }

  private func run(_ words: [String]) -> Int32 {
    let isLikeApple = words.contains("--like-apple")
    let words = words.filter { $0 != "--like-apple" }
    guard (2...3).contains(words.count), words[0] == "reset" else {
      console.note("tccutil: Usage: tccutil reset SERVICE [BUNDLE_ID]")
      return Code.usage
    }
    let (name, app) = (words[1], words.count == 3 ? words[2] : nil)
    func what(_ app: String?) -> String { app.map { "\(name) approval status for \($0)" } ?? name }
    let service = name == "All" ? nil : ConsentService(name: name)
    guard name == "All" || service?.isResetByTccutil == true else { return fail(what(app)) }
    do throws(CommandFailure) {
      let client = try connect()
      let key = try app.map { (app) throws(CommandFailure) in try PrivacyDirectory(client).app(app) }
      do throws(BrokerClientError) {
        if isLikeApple, let app, let key, try !isKnownToApple(app, key, client) { return refuse(app) }
        _ = try client.resetConsent(service, of: key)
      } catch {
        throw .broker(error)
      }
      console.print("Successfully reset \(what(key?.identifier))")
      return 0
    } catch {
      switch error {
      case .app(.unknown), .app(.notInstalled), .app(.missing): return refuse(app ?? "")
      default: console.note("tccutil: \(error.sentence)")
      }
      return fail(what(app))
    }
  }

  private func refuse(_ app: String) -> Int32 {
    console.note(
      "tccutil: No such bundle identifier \"\(Printable.oneLine(app))\": The operation couldn’t be completed. "
        + "(OSStatus error -10814.)")
    return Code.usage
  }

  private func fail(_ what: String) -> Int32 {
    console.note("tccutil: Failed to reset \(what)")
    return Code.failed
  }

  /// Whether the tool of macOS knows the app: only those installed, and by their identifiers alone.
  private func isKnownToApple(
    _ word: String, _ key: ConsentClient.Key, _ client: BrokerClient
  ) throws(BrokerClientError) -> Bool {
    guard key.kind == .bundle, key.identifier == word else { return false }
    return try client.installedApps().contains { $0.identifier == key.identifier }
  }
}
