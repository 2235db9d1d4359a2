// SPDX-License-Identifier: Apache-2.0
import BrokerClient
import BrokerMessages
import BrokerTesting
import ConsentModel
import Testing
import Threads

@Suite struct ConsentFollowingTests {
  @Test func `Of a baileyd that was started again nothing is taken for known`() throws {
    // What it answers, one after the other; nil is no answer. The fourth would be missed by who still knows the second.
    let answers: [UInt64?] = [4, 7, nil, nil, 7]
    let asked = Locked<[UInt64]>([])
    let answer: ScriptedBroker.Answer = { request, _ in
      guard case .consent(.changes(let known, _)) = request else { return .refused(.notPermitted) }
      let count = asked.withLock { asked in
        asked.append(known)
        return answers[asked.count - 1]
      }
      return count.map { .consent(.changes($0)) } ?? .refused(.consent(.unavailable))
    }
    try withBroker(answer: answer) { broker in
      let client = broker.client()
      var news: [BrokerClient.ConsentNews] = []
      client.followConsent(pausing: .zero, while: { news.count < answers.count }) { news.append($0) }
      #expect(news == [.count(4), .count(7), .silence(1), .silence(2), .count(7)])
      #expect(asked.withLock { $0 } == [0, 4, 7, 0, 0])
    }
  }
}
