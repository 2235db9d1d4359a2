// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import ConsentModel
package import PromptModel

extension BrokerClient {
  /// Has the person choose files for the app that this process started; nil where they chose none. By the number of the
  /// question it can be taken back.
  package func choosePath(
    _ wish: FileWish, as question: ContextToken
  ) throws(BrokerClientError) -> FileAnswer? {
    switch try exchange(.portal(.choosePath(wish, question))) {
    case .portal(.chosenPath(let path)): return path.map { .chosen($0) }
    case .portal(.lookedFor(let folder, let typed)): return .look(folder: folder, typed: typed)
    default: throw .unexpectedReply
    }
  }

  /// Takes back a question that this process has the person asked.
  package func withdraw(_ question: ContextToken) throws(BrokerClientError) {
    guard case .done = try exchange(.portal(.withdraw(question))) else { throw .unexpectedReply }
  }

  /// Has the person asked whether an address may be opened for the app that this process started; throws where nobody has
  /// decided. By the number of the question it can be taken back.
  package func askToOpen(_ address: String, as question: ContextToken) throws(BrokerClientError) -> Bool {
    guard
      case .portal(.outcome(.stands(.answered(let answer)))) = try exchange(.portal(.openAddress(address, question)))
    else { throw .unexpectedReply }
    return answer == .allowed
  }

  /// Has the person asked what the desktop's portal asks for a program, which nobody here knows. Nothing is stored.
  package func askForPortal(program: String, words: String) throws(BrokerClientError) -> ConsentOutcome {
    let request = PortalRequest.ask(program: program, words: words)
    guard case .portal(.outcome(let outcome)) = try exchange(.portal(request)) else { throw .unexpectedReply }
    return outcome
  }
}
