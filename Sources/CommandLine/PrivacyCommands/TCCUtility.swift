// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import CommandExecution
import ConsentModel
package import TerminalConsole

/// The tool `tccutil` of macOS: its words, its sentences and its exit codes.
///
/// It knows what is stored rather than what is installed: answers to an app that was renamed or removed can be reset too.
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
}
