// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Testing

/// An app that is given nothing, and told that it may.
struct EmptySourceTests {
  @Test func `Nothing is given, whatever the app is told`() {
    let standing = ConsentStanding.answered(.empty)
    #expect(!standing.givesAccess && !ConsentAnswer.empty.givesAccess)
    #expect(standing.told(of: .camera) == .answered(.allowed))
    #expect(standing.told(of: .location) == .answered(.whileInUse))
    #expect(ConsentOutcome.stands(standing).told(of: .contacts) == .stands(.answered(.allowed)))
    for other in [ConsentStanding.notDetermined, .restricted, .answered(.denied), .answered(.limited)] {
      #expect(other.told(of: .camera) == other)
    }
  }

  @Test func `It is shown as what it is: not allowed`() {
    #expect(ConsentAnswer.empty.name == "empty" && ConsentAnswer.empty.authValue == 0)
    // If a framework were told of it after all, it would say denied.
    for status in [AuthorizationStatus.capture, .contacts, .location, .photos, .events] {
      #expect(status.rawValue(of: .answered(.empty)) == status.rawValue(of: .answered(.denied)))
    }
  }

  @Test func `It stands for other code of the same name, and does not run out`() throws {
    let client = try #require(ConsentClient(.bundle, "a.b", requirement: [UInt8](repeating: 1, count: 32)))
    let year: Int64 = 365 * 86_400
    var asked = ConsentCase(
      .camera, isEntitled: true, purpose: PurposeString("why"), requirement: [UInt8](repeating: 2, count: 32),
      instance: nil, now: year)
    asked.row = ConsentRow(.camera, client, name: "N", answer: .empty, reason: .userSet, changed: 0)
    #expect(asked.decision == .stands(.answered(.empty), .userSet))
    #expect(asked.condition == .counts)
  }

  @Test func `Not where others would be told of a consent that nobody gave`() {
    for service in [ConsentService.tracking, .notifications, .photosAdd, .screenCapture, .allFiles, .localNetwork] {
      #expect(!service.hasEmptySource)
    }
    #expect(ConsentService.camera.hasEmptySource && ConsentService.location.hasEmptySource)
  }
}
