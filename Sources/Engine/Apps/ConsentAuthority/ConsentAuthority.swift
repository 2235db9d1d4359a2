// SPDX-License-Identifier: Apache-2.0
package import ConsentModel
package import ConsentStore
package import Events
import PromptModel
package import PromptQueue
package import SealedRecords
import Threads

/// Decides what apps may have: by what is stored, by policy, and by asking the person.
///
/// An app has one prompt at a time. Requests of the same app for the same service share it, and get its answer.
package final class ConsentAuthority: Sendable {
  private let store: ConsentStore
  private let queue: QuestionQueue
  /// The clock, in seconds since 1970.
  let clock: @Sendable () -> Int64
  private let prompts = Locked<[ConsentClient.Key: Prompt]>([:])
  private let putAway = PutAwayPrompts()
  /// The number of questions at one time: fewer than the queue takes, so that other questions find room. The others
  /// wait here.
  private let room = CountingSemaphore(16)
  package let changes = ChangeCounter()

  package init(store: ConsentStore, queue: QuestionQueue, clock: @escaping @Sendable () -> Int64) {
    self.store = store
    self.queue = queue
    self.clock = clock
  }

  /// A prompt that is open, for all who wait for its answer.
  private final class Prompt: Sendable {
    let service: ConsentService
    let extent: ConsentExtent
    private let end = Locked<End?>(nil)
    private let ended = CountingSemaphore(0)

    enum End: Sendable {
      /// The answer is in the store.
      case answered
      case unanswered
      /// The asking program has ended: others that wait ask themselves.
      case abandoned
    }

    init(_ service: ConsentService, _ extent: ConsentExtent) {
      self.service = service
      self.extent = extent
    }

    func finish(_ end: End) {
      self.end.withLock { $0 = end }
      ended.admitOneMore()
    }

    func wait() -> End { ended.enter { end.withLock { $0 } } ?? .unanswered }
  }

  // MARK: - For apps

  /// The app's standing, without asking anybody.
  package func standing(
    _ service: ConsentService, of subject: ConsentSubject
  ) throws(SealedRecordsError) -> ConsentStanding {
    if service == .preciseLocation { return .answered(try isPrecise(of: subject) ? .allowed : .denied) }
    return try consentCase(service, .usual, subject).standing.0
  }

  /// Whether the location that the app gets is the precise one: by what the person set, else by what the app wants, or
  /// until it ends by what it asked for.
  package func isPrecise(of subject: ConsentSubject) throws(SealedRecordsError) -> Bool {
    switch try consentCase(.preciseLocation, .usual, subject).standing.0 {
    case .answered(let answer) where answer.givesAccess: return true
    case .notDetermined where !subject.wantsReducedAccuracy: return true
    case .answered, .notDetermined, .restricted: break
    }
    return try consentCase(.temporaryPreciseLocation, .usual, subject).standing.0.givesAccess
  }

  /// Asks for the precise location until the app ends, with the reason that the app has under this key.
  package func requestPreciseLocation(
    because key: String, for subject: ConsentSubject, since moment: QuestionQueue.Moment
  ) throws(SealedRecordsError) -> ConsentOutcome {
    if try isPrecise(of: subject) { return .stands(.answered(.allowed)) }
    return try request(.temporaryPreciseLocation, .usual, for: subject, since: moment, because: key)
  }

  /// Asks the person where nothing is decided yet; takes as long as they take, up to a limit.
  package func request(
    _ service: ConsentService, _ extent: ConsentExtent, for subject: ConsentSubject, since moment: QuestionQueue.Moment,
    because key: String? = nil, asking: ConsentAsking = .person
  ) throws(SealedRecordsError) -> ConsentOutcome {
    while true {
      let current = try consentCase(service, extent, subject, because: key)
      switch current.decision {
      case .stands(let standing, _):
        noteUse(of: current)
        return .stands(standing)
      case .store(let answer, let reason):
        try put(
          ConsentRow(
            service, subject.client, name: subject.visibleName, answer: answer, reason: reason, changed: current.now))
        return .stands(.answered(answer))
      case .ignored: return .ignored
      case .fails(let failure): return .failed(failure)
      case .endsProcess: return .endsProcess
      case .ask: guard asking == .person, !putAway.areEnough(of: subject) else { return .unanswered }
      }
      guard let prompt = take(subject, service, extent) else {
        let open = prompts.withLock { $0[subject.client.key] }
        guard let open else { continue }
        // Whoever has another question before them is not asked this one behind it.
        if service == .tracking, open.service != .tracking { return .unanswered }
        if open.wait() == .unanswered, open.service == service { return .unanswered }
        continue
      }
      let end = Result { () throws(SealedRecordsError) -> Prompt.End in
        // Another request's prompt may have been answered since this one looked: nobody is asked that again.
        let latest = try consentCase(service, extent, subject, because: key)
        guard case .ask(let choices) = latest.decision else { return .answered }
        return try ask(latest, choices, subject, moment)
      }
      prompts.withLock { $0[subject.client.key] = nil }
      prompt.finish((try? end.get()) ?? .unanswered)
      switch try end.get() {
      case .answered: continue
      case .unanswered, .abandoned: return .unanswered
      }
    }
  }

  /// Takes the prompt of an app's request; nil where the app has one open already.
  private func take(_ subject: ConsentSubject, _ service: ConsentService, _ extent: ConsentExtent) -> Prompt? {
    prompts.withLock { prompts in
      guard prompts[subject.client.key] == nil else { return nil }
      let prompt = Prompt(service, extent)
      prompts[subject.client.key] = prompt
      return prompt
    }
  }

  private func ask(
    _ current: ConsentCase, _ choices: [ConsentChoice], _ subject: ConsentSubject, _ moment: QuestionQueue.Moment
  ) throws(SealedRecordsError) -> Prompt.End {
    let question = ConsentQuestion(
      name: subject.visibleName, identifier: PurposeString(subject.client.identifier)?.text ?? "",
      operation: current.service.operation, purpose: current.purpose?.text, choices: choices,
      hold: current.service.enforcement(of: subject.client.kind, subject.entitlements).hold)
    // Apps in sandboxes may run programs of the same path: they are told apart by what they are.
    let requester = Requester(process: subject.process, program: subject.client.identifier)
    let end: QuestionEnd = room.enter {
      guard subject.isAlive() else { return .withdrawn }
      let asked = PersonQuestion(.consent(question), reason: "")
      return (try? queue.ask(asked, for: requester, since: moment, while: subject.isAlive)) ?? .unattended
    }
    if case .cancelled = end { putAway.note(of: subject) }
    guard case .answered(let answer) = end, let choice = answer as? ConsentChoice else {
      return subject.isAlive() ? .unanswered : .abandoned
    }
    guard let row = current.row(for: choice, subject.client, name: subject.visibleName) else { return .unanswered }
    try put(row)
    return .answered
  }

  func consentCase(
    _ service: ConsentService, _ extent: ConsentExtent, _ subject: ConsentSubject, because key: String? = nil
  ) throws(SealedRecordsError) -> ConsentCase {
    var current = ConsentCase(
      service, isEntitled: subject.isEntitled(to: service), purpose: subject.purpose(for: service, extent, named: key),
      requirement: subject.client.requirement, instance: subject.instance, now: clock())
    current.extent = extent
    current.policy = try store.policy().rule(service, subject.client.key, subject.code)
    current.row = try store.row(service, subject.client.key)
    return current
  }

  /// Notes a use at most once a day. What is not noted makes a grant end earlier, and loses nothing else.
  private func noteUse(of current: ConsentCase) {
    guard var row = current.row, row.answer.givesAccess, row.requirement(is: current.requirement),
      current.now - row.used >= 86_400
    else { return }
    row.used = current.now
    try? store.put(row)
  }

  func put(_ row: ConsentRow) throws(SealedRecordsError) {
    try store.put(row)
    changes.note()
  }

  /// The machine's identifier for advertisers, where the person lets the app track them. It is the same for
  /// every app, and another one after the answers of all apps were lost.
  package func advertisingIdentifier(for subject: ConsentSubject) throws(SealedRecordsError) -> [UInt8]? {
    guard try standing(.tracking, of: subject).givesAccess else { return nil }
    return try store.identifier(for: "advertising")
  }

  // MARK: - For the person

  package func rows() throws(SealedRecordsError) -> [ConsentRow] { try store.rows() }

  /// The time at which untrusted answers were discarded, within the last seven days: seconds since 1970.
  package var recentLoss: Int64? { store.loss.flatMap { clock() - $0 < 7 * 86_400 ? $0 : nil } }

  /// Sets the person's answer, whatever was answered before.
  package func set(
    _ service: ConsentService, _ client: ConsentClient, name: String, to answer: ConsentAnswer
  ) throws(SealedRecordsError) {
    try put(ConsentRow(service, client, name: name, answer: answer, reason: .userSet, changed: clock()))
    if service == .locationButton, !answer.givesAccess { try endTaps(of: client.key) }
  }

  /// Forgets answers, so that apps ask again; nil means every service, or every app. Returns how many there were.
  package func reset(
    _ service: ConsentService?, _ client: ConsentClient.Key?
  ) throws(SealedRecordsError) -> [ConsentRow] {
    try remove { row in
      (service == nil || row.service == service || service == .locationButton && row.isForOneRunOfLocation)
        && (client == nil || row.client.key == client)
    }
  }

  /// Withdraws all grants of an app, files too, in every lock state. A refusal stays: it is forgotten by `reset` alone,
  /// which wants the unlocked state.
  package func takeBack(from client: ConsentClient.Key) throws(SealedRecordsError) {
    _ = try remove { $0.client.key == client && $0.answer.givesAccess }
    _ = try unshare(nil, with: client)
  }

  package func remove(where isMeant: (ConsentRow) -> Bool) throws(SealedRecordsError) -> [ConsentRow] {
    let gone = try store.remove(where: isMeant)
    if !gone.isEmpty { changes.note() }
    return gone
  }

  // MARK: - Files that the person hands over

  package func sharedFiles() throws(SealedRecordsError) -> [SharedFile] { try store.sharedFiles() }

  /// Takes the place of what was said of the same files and app before.
  package func share(
    _ paths: [String], with client: ConsentClient, _ right: SharedFile.Right
  ) throws(SealedRecordsError) {
    let now = clock()
    try store.setSharedFiles { files in
      files.removeAll { $0.client.key == client.key && paths.contains($0.path) }
      files += paths.compactMap { SharedFile(client, path: $0, right, changed: now) }
    }
    changes.note()
  }

  /// Takes a path back from an app; nil: all of the app's. Returns how many there were.
  package func unshare(_ path: String?, with client: ConsentClient.Key) throws(SealedRecordsError) -> Int {
    func isMeant(_ file: SharedFile) -> Bool { file.client.key == client && (path == nil || file.path == path) }
    let count = try store.sharedFiles().count(where: isMeant)
    guard count > 0 else { return 0 }
    try store.setSharedFiles { $0.removeAll(where: isMeant) }
    changes.note()
    return count
  }

  package func policy() throws(SealedRecordsError) -> ConsentPolicy { try store.policy() }
  package func policyText() throws(SealedRecordsError) -> [UInt8]? { try store.policyText() }

  package func setPolicy(_ policy: ConsentPolicy, text: [UInt8]?) throws(SealedRecordsError) {
    try store.setPolicy(policy, text: text)
    changes.note()
  }
}
