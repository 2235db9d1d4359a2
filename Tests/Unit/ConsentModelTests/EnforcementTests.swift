// SPDX-License-Identifier: Apache-2.0
import AppModel
import ConsentModel
import PromptModel
import PropertyLists
import Testing

@Suite struct EnforcementTests {
  private func table(_ values: [String: PropertyListValue] = [:]) -> [ConsentService: Enforcement] {
    let entitlements = Entitlements(values)
    return Dictionary(
      uniqueKeysWithValues: ConsentService.allCases.map { ($0, $0.enforcement(of: .bundle, entitlements)) })
  }

  private func services(_ enforcement: Enforcement, _ values: [String: PropertyListValue] = [:]) -> Set<ConsentService>
  {
    Set(table(values).filter { $0.value == enforcement }.keys)
  }

  @Test func `An app in the sandbox is held by what the service is`() {
    #expect(services(.device) == [.camera, .microphone])
    #expect(
      services(.folder) == [.desktopFolder, .documentsFolder, .downloadsFolder, .networkVolumes, .removableVolumes])
    #expect(
      services(.told) == [.location, .preciseLocation, .temporaryPreciseLocation, .locationButton, .tracking])
    #expect(
      services(.absent) == [
        .screenCapture, .pasteboard, .bluetooth, .appData, .allFiles, .notifications, .localNetwork, .health,
        .financialData, .home, .gameCenterFriends, .wiFi, .handTracking, .worldSensing,
      ])
    #expect(
      services(.frameworks) == [
        .photos, .photosAdd, .contacts, .calendar, .reminders, .motion, .speechRecognition, .mediaLibrary,
      ])
    #expect(services(.proxy, ["com.apple.security.network.client": .boolean(true)]) == [.localNetwork, .tracking])
    #expect(services(.portal, ["bailey.sandbox.portals": .boolean(true)]) == [.notifications])
  }

  @Test func `What an entitlement opens past Bailey is not called enforced`() {
    #expect(services(.bypassed, ["bailey.sandbox.pipewire": .boolean(true)]) == [.camera, .microphone])
    #expect(services(.bypassed, ["bailey.sandbox.wayland": .boolean(true)]) == [.screenCapture, .pasteboard])
    func talking(to name: String) -> [String: PropertyListValue] {
      ["bailey.sandbox.session-bus.talk": .array([.string(name)]), "bailey.sandbox.portals": .boolean(true)]
    }
    let desktop: Set<ConsentService> = [.screenCapture, .pasteboard, .notifications]
    #expect(services(.bypassed, talking(to: "org.example.Player")) == desktop)
    #expect(services(.bypassed, talking(to: "org.freedesktop.Notifications")) == [.notifications])
    #expect(services(.bypassed, talking(to: "org.freedesktop.ScreenSaver")) == [])
  }

  @Test func `Nothing holds a program outside of the sandbox, whatever it is entitled to`() {
    for service in ConsentService.allCases {
      #expect(service.enforcement(of: .path, Entitlements()) == .outside)
    }
    #expect(EnforcementTable([]).enforcement(of: .camera, for: ConsentClient.Key("/bin/cat")) == .outside)
    #expect(EnforcementTable([]).enforcement(of: .camera, for: ConsentClient.Key("org.gone")) == .device)
    let held = Enforcement.allCases.filter(\.isEnforced)
    #expect(held == [.device, .folder, .proxy, .told, .portal, .absent])
    for enforcement in Enforcement.allCases { #expect((enforcement.hold == .enforced) == enforcement.isEnforced) }
  }
}
