// SPDX-License-Identifier: Apache-2.0
package import BrokerClient
import JSONCoding
import PasskeyItems
import PasskeyResponses
import PromptModel
import ProofModel
package import SystemCalls
import Threads

/// Speaks to one browser's extension for as long as the browser keeps the connection open.
///
/// Each ceremony has a thread, because it takes as long as the person takes. What a page has given up is taken back at `baileyd`,
/// and nothing is answered to it any more.
package final class BrowserBridge: Sendable {
  /// More at one time are refused.
  private static let mostCeremonies = 32
  /// More at one time of one site are refused, so that it leaves room for the others. What it has given up counts until nothing is asked any more.
  private static let mostOfSite = 8
  /// Between two times that a question is taken back.
  private static let pause = Duration.milliseconds(250)

  private let messages: NativeMessages
  private let client: BrokerClient
  private let rule: RelyingPartyRule
  private let ceremonies = Locked<[Int: Ceremony]>([:])
  private let protect: @Sendable () -> Bool
  private let isProtected = Locked(false)

  /// `protect` hides the memory of this process from others; without that nothing is asked.
  package init(
    from input: consuming FileDescriptor, to output: consuming FileDescriptor, _ client: BrokerClient,
    _ rule: RelyingPartyRule, protect: @escaping @Sendable () -> Bool
  ) {
    self.protect = protect
    messages = NativeMessages(from: input, to: output)
    self.client = client
    self.rule = rule
  }

  /// What may be done now; only once `baileyd` has seen which program this is, because it is hidden from then on.
  private enum Readiness { case ready, unprotected, alone }

  private var readiness: Readiness {
    isProtected.withLock { isProtected in
      if isProtected { return .ready }
      guard (try? client.identify()) != nil else { return .alone }
      isProtected = protect()
      return isProtected ? .ready : .unprotected
    }
  }

  /// Returns when the browser has ended or closed the connection. Whoever calls ends the process then, and with it all that is open.
  package func serve() {
    while let message = messages.next() {
      switch BrowserRequest.read(message) {
      case .success(let request)?: take(request)
      case .failure(let refusal)?: messages.send(.refusal(refusal.number, refusal.failure))
      case nil: continue
      }
    }
    for number in ceremonies.withLock({ Array($0.keys) }) { end(number) }
  }

  private func take(_ request: BrowserRequest) {
    switch request {
    case .cancel(let number): end(number)
    case .signal(_, let page, let signal):
      guard rule.identifier(signal.relyingParty, for: page) == signal.relyingParty, case .ready = readiness else {
        return
      }
      // While locked it is not heeded: the site says it again at the next sign-in.
      try? client.signal(signal)
    case .create(let number, let page, let options):
      begin(number, page) { [client, rule] ceremony throws(CeremonyFailure) in
        try ceremony.register(options, on: page, client, rule)
      }
    case .get(let number, let page, let options, let urgency):
      begin(number, page) { [client, rule] ceremony throws(CeremonyFailure) in
        try ceremony.signIn(options, on: page, urgency, client, rule)
      }
    }
  }

  private func begin(
    _ number: Int, _ page: BrowserRequest.Page,
    _ body: @escaping @Sendable (Ceremony) throws(CeremonyFailure) -> JSONValue?
  ) {
    switch readiness {
    case .ready: break
    // Bailey does not run: the browser's own dialogue may know of a passkey elsewhere.
    case .alone: return _ = messages.send(.answer(number, "none", .bool(true)))
    case .unprotected: return _ = messages.send(.refusal(number, .notAllowed))
    }
    let ceremony = Ceremony(at: page.top ?? page.origin) { [messages] in
      messages.send(.answer(number, "locked", .bool(true)))
    }
    guard let givenUp = add(ceremony, as: number) else { return _ = messages.send(.refusal(number, .notAllowed)) }
    let started: Void? = try? SystemThread.start(named: "ceremony") { [self] in
      let answer: JSONValue
      do throws(CeremonyFailure) {
        try ceremony.wait(for: givenUp)
        answer = try body(ceremony).map { .answer(number, "credential", $0) } ?? .answer(number, "none", .bool(true))
      } catch {
        answer = .refusal(number, error)
      }
      ceremonies.withLock { $0[number] = nil }
      // One that was taken back in the meantime is not answered.
      if !ceremony.finish() { messages.send(answer) }
    }
    guard started == nil else { return }
    ceremonies.withLock { $0[number] = nil }
    messages.send(.refusal(number, .notAllowed))
  }

  /// Those that are given up and not over yet; nil where there is no room for another one.
  private func add(_ ceremony: Ceremony, as number: Int) -> [Ceremony]? {
    ceremonies.withLock { ceremonies in
      guard ceremonies.count < Self.mostCeremonies, ceremonies[number] == nil,
        ceremonies.values.count(where: { $0.site == ceremony.site }) < Self.mostOfSite
      else { return nil }
      let givenUp = ceremonies.values.filter(\.isGivenUp)
      ceremonies[number] = ceremony
      return givenUp
    }
  }

  /// Ends a request, for which nobody waits any more.
  private func end(_ number: Int) {
    // It counts until its thread is done, so that a page that asks and gives up again and again has no more threads than others.
    guard let ceremony = ceremonies.withLock({ $0[number] }), ceremony.end() else { return }
    // On a connection of its own: the ceremony's waits for the person. Where `baileyd` is gone, so is the question.
    _ = try? SystemThread.start(named: "withdraw") { [client] in
      // The question may come up after it was taken back.
      repeat { try? client.withdrawPasskey(ceremony.token) } while !ceremony.isFinished(within: Self.pause)
    }
  }
}

extension JSONValue {
  static func answer(_ number: Int, _ name: String, _ value: JSONValue) -> JSONValue {
    .object([Member("id", .number(number)), Member(name, value)])
  }

  static func refusal(_ number: Int, _ failure: CeremonyFailure) -> JSONValue {
    answer(number, "error", .string(failure.rawValue))
  }
}
