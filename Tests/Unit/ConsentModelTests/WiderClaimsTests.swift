// SPDX-License-Identifier: Apache-2.0
import AppModel
import ConsentModel
import PropertyLists
import Testing

@Suite struct WiderClaimsTests {
  private func claims(
    _ more: [SandboxEntitlement: PropertyListValue], beyond known: [SandboxEntitlement: PropertyListValue] = [:]
  )
    -> WiderClaims
  {
    func entitlements(_ values: [SandboxEntitlement: PropertyListValue]) -> Entitlements {
      Entitlements(Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) }))
    }
    return WiderClaims(entitlements(more), beyond: entitlements(known))
  }

  private func names(_ names: String...) -> PropertyListValue { .array(names.map { .string($0) }) }

  @Test func `Every opening is one, and what was claimed before is not`() {
    for opening in SandboxEntitlement.allCases {
      let isList = [.homeReading, .homeWriting, .absoluteReading, .absoluteWriting, .busTalk, .busOwn].contains(opening)
      let value = isList ? names("/Documents/") : .boolean(true)
      #expect(claims([opening: value]).openings == [opening])
      #expect(claims([opening: value], beyond: [opening: value]).openings.isEmpty)
      #expect(claims([:], beyond: [opening: value]).openings.isEmpty)
    }
    let more = names("/Documents/", "/Desktop/")
    #expect(claims([.homeReading: more], beyond: [.homeReading: names("/Documents/")]).openings == [.homeReading])
    #expect(claims([.networkClient: .boolean(false)]).openings.isEmpty)
  }

  @Test func `What opens another way to something leads past answers`() {
    for (opening, value, leads) in [
      (SandboxEntitlement.pipeWire, PropertyListValue.boolean(true), true), (.wayland, .boolean(true), true),
      (.busTalk, names("org.freedesktop.Notifications"), true), (.busTalk, names("org.example.Service"), true),
      (.busTalk, names("org.freedesktop.ScreenSaver"), false), (.networkClient, .boolean(true), false),
      (.downloadsWriting, .boolean(true), false),
    ] {
      #expect(claims([opening: value]).leadsPastAnswers == leads, "\(opening) \(value)")
      #expect(!claims([opening: value], beyond: [opening: value]).leadsPastAnswers)
    }
  }
}
