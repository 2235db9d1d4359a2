// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import ConsentModel
import LinuxSystem
package import PromptModel

extension BrokerClient {
  /// How this app stands, without a prompt.
  package func consentStanding(_ service: ConsentService) throws(BrokerClientError) -> ConsentStanding {
    guard case .consent(.outcome(.stands(let standing))) = try exchange(.consent(.status(service))) else {
      throw .unexpectedReply
    }
    return standing
  }

  /// Asks the person where they must be asked; takes as long as they take, up to a limit.
  package func requestConsent(
    _ service: ConsentService, _ extent: ConsentExtent = .usual
  ) throws(BrokerClientError) -> ConsentOutcome {
    try askingAgain { () throws(BrokerClientError) in
      guard case .consent(.outcome(let outcome)) = try exchange(.consent(.request(service, extent))) else {
        throw .unexpectedReply
      }
      return outcome
    }
  }

  /// Asks for the precise location until the app ends, with the reason that it has under this key.
  package func requestPreciseLocation(because key: String) throws(BrokerClientError) -> ConsentOutcome {
    try askingAgain { () throws(BrokerClientError) in
      guard case .consent(.outcome(let outcome)) = try exchange(.consent(.preciseLocation(because: key))) else {
        throw .unexpectedReply
      }
      return outcome
    }
  }

  /// Says that the person tapped the app's location button. Asks them where they must be asked.
  package func tapLocationButton(_ look: LocationButtonLook) throws(BrokerClientError) -> ConsentOutcome {
    guard case .consent(.outcome(let outcome)) = try exchange(.consent(.locationButton(look))) else {
      throw .unexpectedReply
    }
    return outcome
  }

  /// Nil where the app may not track.
  package func advertisingIdentifier() throws(BrokerClientError) -> [UInt8]? {
    guard case .consent(.advertisingIdentifier(let bytes)) = try exchange(.consent(.advertisingIdentifier)) else {
      throw .unexpectedReply
    }
    return bytes
  }

  /// A count as soon as it is another than this, or when the time is over: it changes whenever an answer does.
  package func consentChanges(otherThan count: UInt64, seconds: UInt16) throws(BrokerClientError) -> UInt64 {
    let asked = ConsentRequest.changes(otherThan: count, seconds: seconds)
    guard case .consent(.changes(let now)) = try exchange(.consent(asked)) else { throw .unexpectedReply }
    return now
  }

  /// How the app stands that this process started, empty sources included, of which the app itself is not told; or the app
  /// that is named, of which this process started an extension.
  package func lend(
    _ service: ConsentService, asking: ConsentAsking, of app: String? = nil
  ) throws(BrokerClientError) -> ConsentOutcome {
    try askingAgain { () throws(BrokerClientError) in try lendSoon(service, asking, app) }
  }

  private func lendSoon(
    _ service: ConsentService, _ asking: ConsentAsking, _ app: String?
  ) throws(BrokerClientError) -> ConsentOutcome {
    for _ in 0..<Self.mostAttempts {
      do { return try lendNow(service, asking, app) } catch .refused(.consent(.notAnApp)) {
        _ = try? Poll.readable([], within: Self.pause)
      }
    }
    return try lendNow(service, asking, app)
  }

  /// A `baileyd` that was started again hears of the app a moment later.
  private static let (mostAttempts, pause) = (20, Duration.milliseconds(100))

  private func lendNow(
    _ service: ConsentService, _ asking: ConsentAsking, _ app: String?
  ) throws(BrokerClientError) -> ConsentOutcome {
    guard case .consent(.outcome(let outcome)) = try exchange(.consent(.lend(service, asking, of: app))) else {
      throw .unexpectedReply
    }
    return outcome
  }

  /// Whether that app may. On any error, assume that it may not.
  package func mayLend(_ service: ConsentService, asking: ConsentAsking, of app: String? = nil) -> Bool {
    guard case .stands(let standing)? = try? lend(service, asking: asking, of: app) else { return false }
    return standing.givesAccess
  }

  // MARK: - For the person

  /// The process of the agent that has the owner's word.
  package func agent() throws(BrokerClientError) -> Int32? {
    guard case .consent(.agent(let process)) = try exchange(.consent(.agent)) else { throw .unexpectedReply }
    return process
  }

  /// How many items of the keychain an installed app has to itself.
  package func itemCount(ofApp identifier: String) throws(BrokerClientError) -> Int {
    guard case .consent(.itemCount(let count)) = try exchange(.consent(.itemCount(ofApp: identifier))) else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  /// Ends an installed app and removes the items that it has to itself, and the answers to it.
  package func erase(app identifier: String) throws(BrokerClientError) {
    guard case .done = try exchange(.consent(.erase(app: identifier))) else { throw .unexpectedReply }
  }

  package func consents() throws(BrokerClientError) -> [ConsentListing] {
    guard case .consent(.rows(let rows, _)) = try exchange(.consent(.rows)) else { throw .unexpectedReply }
    return rows
  }

  package func denyConsent(_ service: ConsentService, to client: ConsentClient.Key) throws(BrokerClientError) {
    guard case .done = try exchange(.consent(.deny(service, client))) else { throw .unexpectedReply }
  }

  /// Nothing is given, and the app is told that it is.
  package func giveEmpty(_ service: ConsentService, to client: ConsentClient.Key) throws(BrokerClientError) {
    guard case .done = try exchange(.consent(.giveEmpty(service, client))) else { throw .unexpectedReply }
  }

  package func grantConsent(
    _ service: ConsentService, to client: ConsentClient.Key, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    guard case .done = try exchange(.consent(.grant(service, client, number))) else { throw .unexpectedReply }
  }

  /// Forgets answers, and says how many there were; nil means every service, or every app.
  package func resetConsent(
    _ service: ConsentService?, of client: ConsentClient.Key?
  ) throws(BrokerClientError) -> Int {
    guard case .consent(.removed(let count)) = try exchange(.consent(.reset(service, client))) else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  /// Forgets the answers for apps that are gone, and says how many there were.
  package func pruneConsent() throws(BrokerClientError) -> Int {
    guard case .consent(.removed(let count)) = try exchange(.consent(.prune)) else { throw .unexpectedReply }
    return Int(count)
  }

  package func consentPolicy() throws(BrokerClientError) -> [UInt8]? {
    guard case .consent(.policy(let text)) = try exchange(.consent(.policy)) else { throw .unexpectedReply }
    return text
  }

  package func setConsentPolicy(
    _ text: [UInt8]?, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    guard case .done = try exchange(.consent(.setPolicy(text, number))) else { throw .unexpectedReply }
  }

  // MARK: - Files that the person hands over

  /// From now on the app sees the files or folders at these paths, whether it runs or not. For `bailey` only, as all here.
  package func share(
    _ paths: [String], withApp identifier: String, _ right: SharedFile.Right, provedAs number: QuestionNumber?
  ) throws(BrokerClientError) {
    let request = ConsentRequest.share(paths, app: identifier, right, number)
    guard case .done = try exchange(.consent(request)) else { throw .unexpectedReply }
  }

  /// Nil: all of the app's. Returns how many there were.
  package func unshare(_ path: String?, withApp identifier: String) throws(BrokerClientError) -> Int {
    guard case .consent(.removed(let count)) = try exchange(.consent(.unshare(path, app: identifier))) else {
      throw .unexpectedReply
    }
    return Int(count)
  }

  /// Nil: of all apps.
  package func sharedFiles(ofApp identifier: String?) throws(BrokerClientError) -> [SharedFileListing] {
    guard case .consent(.sharedFiles(let files, _)) = try exchange(.consent(.sharedFiles(app: identifier))) else {
      throw .unexpectedReply
    }
    return files
  }

  /// Has the person choose files for the app that this process started; nil where they chose none.
  package func choosePath(_ wish: FileWish) throws(BrokerClientError) -> FileAnswer? {
    switch try exchange(.consent(.choosePath(wish))) {
    case .consent(.chosenPath(let path)): return path.map { .chosen($0) }
    case .consent(.lookedFor(let folder, let typed)): return .look(folder: folder, typed: typed)
    default: throw .unexpectedReply
    }
  }

  /// Takes back what this process has the person choose.
  package func withdrawPath() throws(BrokerClientError) {
    guard case .done = try exchange(.consent(.withdrawPath)) else { throw .unexpectedReply }
  }

  /// Has the person asked what the desktop's portal asks for a program, which nobody here knows. Nothing is stored.
  package func askForPortal(program: String, words: String) throws(BrokerClientError) -> ConsentOutcome {
    let request = ConsentRequest.portal(program: program, words: words)
    guard case .consent(.outcome(let outcome)) = try exchange(.consent(request)) else { throw .unexpectedReply }
    return outcome
  }

  /// What the person chose; nil where they have decided nothing, which is no refusal.
  package func settle(_ question: QuestionNumber, choosing choice: ConsentChoice?) throws(BrokerClientError) {
    guard let choice else { return try settle(question, .cancelled) }
    guard case .done = try exchange(.person(.agent(.choose(question, choice)))) else { throw .unexpectedReply }
  }
}
