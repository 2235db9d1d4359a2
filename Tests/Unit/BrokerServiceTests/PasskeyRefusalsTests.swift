// SPDX-License-Identifier: Apache-2.0
import PasskeyItems
import PromptModel
import Testing

@testable import BrokerService

@Suite struct PasskeyRefusalsTests {
  private let chromium = Requester(process: 7, program: "/usr/lib/chromium/chromium")
  private let start = ContinuousClock.now

  @Test func `A site that was refused twice waits, longer each time, and others do not`() {
    let refusals = PasskeyRefusals()
    refusals.note(.refused, of: chromium, "example.org", at: start)
    #expect(refusals.mayAsk(chromium, "example.org", .absent, at: start))
    refusals.note(.refused, of: chromium, "example.org", at: start)
    #expect(!refusals.mayAsk(chromium, "example.org", .absent, at: start + .seconds(29)))
    #expect(refusals.mayAsk(chromium, "example.org", .absent, at: start + .seconds(30)))
    #expect(refusals.mayAsk(chromium, "example.com", .absent, at: start))
    #expect(refusals.mayAsk(Requester(process: 8, program: "/usr/bin/other"), "example.org", .absent, at: start))
    refusals.note(.refused, of: chromium, "example.org", at: start)
    #expect(!refusals.mayAsk(chromium, "example.org", .absent, at: start + .seconds(59)))
    #expect(refusals.mayAsk(chromium, "example.org", .absent, at: start + .seconds(60)))
  }

  @Test func `A program that is refused for one site after another waits, and who grants one thing is asked again`() {
    let refusals = PasskeyRefusals()
    for site in 0..<5 { refusals.note(.refused, of: chromium, "\(site).org", at: start) }
    #expect(!refusals.mayAsk(chromium, "other.org", .absent, at: start))
    refusals.note(.granted, of: chromium, "0.org", at: start)
    #expect(refusals.mayAsk(chromium, "other.org", .absent, at: start))
  }

  @Test func `A site that takes back twice what it asked waits for a click, and with clicks after some more`() {
    let refusals = PasskeyRefusals()
    for count in 1...4 {
      refusals.note(.takenBack, of: chromium, "example.org", at: start)
      #expect(refusals.mayAsk(chromium, "example.org", .absent, at: start) == (count < 2))
      #expect(refusals.mayAsk(chromium, "example.org", .transient, at: start) == (count < 4))
    }
    #expect(refusals.mayAsk(chromium, "example.com", .absent, at: start))
    #expect(refusals.mayAsk(chromium, "example.org", .transient, at: start + .seconds(30)))
    // Each further one has doubled the pause.
    #expect(!refusals.mayAsk(chromium, "example.org", .absent, at: start + .seconds(119)))
    #expect(refusals.mayAsk(chromium, "example.org", .absent, at: start + .seconds(120)))
    refusals.note(.granted, of: chromium, "example.org", at: start)
    #expect(refusals.mayAsk(chromium, "example.org", .absent, at: start))
  }

  @Test func `A click does not lift what the person has refused, and sites in turn are counted together`() {
    let refusals = PasskeyRefusals()
    for _ in 0..<2 { refusals.note(.refused, of: chromium, "example.org", at: start) }
    #expect(!refusals.mayAsk(chromium, "example.org", .transient, at: start))
    for site in 0..<5 { refusals.note(.takenBack, of: chromium, "\(site).org", at: start) }
    #expect(!refusals.mayAsk(chromium, "other.org", .absent, at: start))
    #expect(refusals.mayAsk(chromium, "other.org", .transient, at: start))
  }

  @Test func `Who was quiet for a long time begins anew`() {
    let refusals = PasskeyRefusals()
    let later = start + .seconds(16 * 60)
    refusals.note(.takenBack, of: chromium, "example.org", at: start)
    refusals.note(.takenBack, of: chromium, "example.org", at: later)
    #expect(refusals.mayAsk(chromium, "example.org", .absent, at: later))
  }
}
