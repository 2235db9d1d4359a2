// SPDX-License-Identifier: Apache-2.0
import PromptModel
import Testing

@testable import BrokerService

@Suite struct PasskeyRefusalsTests {
  private let chromium = Requester(process: 7, program: "/usr/lib/chromium/chromium")
  private let start = ContinuousClock.now

  @Test func `A site that was refused twice waits, longer each time, and others do not`() {
    let refusals = PasskeyRefusals()
    refusals.note(.refused, of: chromium, "example.org", at: start)
    #expect(refusals.mayAsk(chromium, "example.org", at: start))
    refusals.note(.refused, of: chromium, "example.org", at: start)
    #expect(!refusals.mayAsk(chromium, "example.org", at: start + .seconds(29)))
    #expect(refusals.mayAsk(chromium, "example.org", at: start + .seconds(30)))
    #expect(refusals.mayAsk(chromium, "example.com", at: start))
    #expect(refusals.mayAsk(Requester(process: 8, program: "/usr/bin/other"), "example.org", at: start))
    refusals.note(.refused, of: chromium, "example.org", at: start)
    #expect(!refusals.mayAsk(chromium, "example.org", at: start + .seconds(59)))
    #expect(refusals.mayAsk(chromium, "example.org", at: start + .seconds(60)))
  }

  @Test func `A program that is refused for one site after another waits, and who grants one thing is asked again`() {
    let refusals = PasskeyRefusals()
    for site in 0..<5 { refusals.note(.refused, of: chromium, "\(site).org", at: start) }
    #expect(!refusals.mayAsk(chromium, "other.org", at: start))
    refusals.note(.granted, of: chromium, "0.org", at: start)
    #expect(refusals.mayAsk(chromium, "other.org", at: start))
  }
}
