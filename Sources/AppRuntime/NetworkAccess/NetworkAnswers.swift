// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import ConsentModel
import ProxyMessages
import SystemCalls
import Threads

/// The answers of the person about an app's connections, for processes that the app may have taken over: they get no
/// more threads here than one each, and one that waits for the person.
final class NetworkAnswers: Sendable {
  private let owner: BrokerClient
  /// The app whose extension asks; nil for the app that this process started.
  private let app: String?
  /// The requests that wait for the person.
  private let waiting = Locked<[@Sendable (Bool) -> Void]>([])

  /// The most questions at one time: as many as a sandbox may have connections, and some.
  private static let most = 2048

  init(_ owner: BrokerClient, of app: String?) { (self.owner, self.app) = (owner, app) }

  /// `tell` is called once, at once unless the person is asked.
  func answer(_ question: ProxyQuestion, _ tell: @escaping @Sendable (Bool) -> Void) {
    switch question {
    case .tracking: tell(owner.mayLend(.tracking, asking: .standing, of: app))
    case .localNetworkStands: tell(owner.mayLend(.localNetwork, asking: .standing, of: app))
    // An extension asks nobody.
    case .localNetwork where app != nil: tell(owner.mayLend(.localNetwork, asking: .standing, of: app))
    case .localNetwork: ask(tell)
    }
  }

  /// Asks the person. A caller that comes while the person is being asked is answered with the others.
  private func ask(_ tell: @escaping @Sendable (Bool) -> Void) {
    enum Place { case first, further, none }
    let place = waiting.withLock { waiting -> Place in
      guard waiting.count < Self.most else { return .none }
      waiting.append(tell)
      return waiting.count == 1 ? .first : .further
    }
    switch place {
    case .further: return
    case .none: tell(false)
    case .first:
      do throws(SystemError) {
        try SystemThread.start(named: "question") { [self] in
          answerAll(owner.mayLend(.localNetwork, asking: .person, of: nil))
        }
      } catch {
        answerAll(false)
      }
    }
  }

  private func answerAll(_ isAllowed: Bool) {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for tell in all { tell(isAllowed) }
  }
}
