// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Testing

@Suite struct ServiceTests {
  @Test func `Services have the names that TCC stores`() {
    #expect(ConsentService.camera.name == "Camera")
    #expect(ConsentService.contacts.name == "AddressBook")
    #expect(ConsentService.documentsFolder.name == "SystemPolicyDocumentsFolder")
    #expect(ConsentService(name: "kTCCServiceMicrophone") == .microphone)
    #expect(ConsentService(name: "camera") == nil)
    #expect(Set(ConsentService.allCases.map(\.name)).count == ConsentService.allCases.count)
  }

  @Test func `What is on Apple's systems alone has their keys, and answers that it is not available here`() {
    let keys = Dictionary(uniqueKeysWithValues: ConsentService.notHere.map { ($0, $0.purposeKeys) })
    #expect(
      keys == [
        .health: [
          "NSHealthShareUsageDescription", "NSHealthUpdateUsageDescription",
          "NSHealthClinicalHealthRecordsShareUsageDescription",
        ],
        .financialData: ["NSFinancialDataUsageDescription"], .home: ["NSHomeKitUsageDescription"],
        .gameCenterFriends: ["NSGKFriendListUsageDescription"], .wiFi: [],
        .handTracking: ["NSHandsTrackingUsageDescription"], .worldSensing: ["NSWorldSensingUsageDescription"],
      ])
    for service in ConsentService.notHere {
      for isEntitled in [true, false] {
        let asked = ConsentCase(
          service, isEntitled: isEntitled, purpose: nil, requirement: [], instance: nil, now: 0)
        #expect(asked.decision == .fails(.notAvailableHere) && asked.standing.0 == .restricted)
      }
    }
    #expect(ConsentService.allCases.filter { !$0.isAvailableHere }.count == ConsentService.notHere.count)
  }

  @Test func `Each service without a purpose string comes to what Apple's does`() {
    let ending = ConsentService.allCases.filter { $0.withoutPurpose == .endsProcess }
    #expect(
      Set(ending) == [
        .camera, .microphone, .photos, .photosAdd, .contacts, .calendar, .reminders, .bluetooth, .motion,
        .speechRecognition, .mediaLibrary, .tracking, .health, .financialData, .home, .gameCenterFriends, .handTracking,
        .worldSensing,
      ])
    #expect(ConsentService.location.withoutPurpose == .isIgnored)
    #expect(ConsentService.localNetwork.withoutPurpose == .hasDefault)
    for service in ConsentService.allCases where service.withoutPurpose == .isUsual {
      #expect(service.purposeKeys.isEmpty)
    }
  }

  /// Raw values of the enumerations, by notDetermined, restricted, denied, allowed.
  @Test(arguments: [
    (AuthorizationStatus.capture, [0, 1, 2, 3]), (.location, [0, 1, 2, 3]), (.photos, [0, 1, 2, 3]),
    (.contacts, [0, 1, 2, 3]), (.events, [0, 1, 2, 3]), (.bluetooth, [0, 1, 2, 3]), (.motion, [0, 1, 2, 3]),
    (.tracking, [0, 1, 2, 3]), (.speech, [0, 2, 1, 3]), (.mediaLibrary, [0, 2, 1, 3]), (.notifications, [0, 1, 1, 2]),
  ])
  func `Statuses have Apple's values, the swapped ones too`(status: AuthorizationStatus, values: [Int]) {
    let standings: [ConsentStanding] = [.notDetermined, .restricted, .answered(.denied), .answered(.allowed)]
    #expect(standings.map { status.rawValue(of: $0) } == values)
  }

  @Test func `Limited, write-only, while in use and provisional have values of their own`() {
    #expect(AuthorizationStatus.location.rawValue(of: .answered(.whileInUse)) == 4)
    #expect(AuthorizationStatus.photos.rawValue(of: .answered(.limited)) == 4)
    #expect(AuthorizationStatus.contacts.rawValue(of: .answered(.limited)) == 4)
    #expect(AuthorizationStatus.events.rawValue(of: .answered(.writeOnly)) == 4)
    #expect(AuthorizationStatus.notifications.rawValue(of: .answered(.provisional)) == 3)
  }

  @Test func `A standing is what its number says`() {
    let standings = [.notDetermined, .restricted] + ConsentAnswer.allCases.map(ConsentStanding.answered)
    for standing in standings { #expect(ConsentStanding(number: standing.number) == standing) }
    #expect(ConsentStanding(number: 200) == nil)
  }
}
