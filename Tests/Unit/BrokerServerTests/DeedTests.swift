// SPDX-License-Identifier: Apache-2.0
import AccessModel
import AppModel
import BrokerMessages
import ConsentModel
import KeychainBackup
import KeychainModel
import PromptModel
import ProtectionModel
import Testing
import WidgetMessages
import WidgetUpdates
import WidgetModel

@testable import BrokerServer

/// What the owner does by each request, and when it is done.
@Suite struct DeedTests {
  private let number: QuestionNumber
  private let app = ConsentClient.Key(kind: .bundle, identifier: "a.b")
  private let key: BackupKey

  init() throws {
    number = try #require(QuestionNumber([UInt8](repeating: 9, count: QuestionNumber.size)))
    let bytes = [UInt8](repeating: 1, count: 32)
    let made = BackupKey(copying: bytes.span)
    key = try #require(made)
  }

  /// The table, as an auditor reads it: which states, and whether the passcode as well.
  @Test func `The table of deeds is this`() {
    let table = OwnerDeed.allCases.map { deed in
      let states = deed.rule.states == [.unlocked] ? "unlocked" : "any"
      #expect(deed.rule.states == [.unlocked] || deed.rule.states.count == LockState.allCases.count)
      return "\(deed) \(states) \(deed.rule.passcode)"
    }
    #expect(
      table == [
        "lock any notWanted", "unlock any wanted", "setPasscode unlocked notWanted", "changePasscode unlocked wanted",
        "removePasscode unlocked wanted", "prove unlocked wanted", "loosenLocking unlocked wanted",
        "tightenLocking any notWanted", "erase any wanted", "eraseWithoutPasscode any notWanted",
        "showWhileLocked unlocked wanted", "hideWhileLocked any notWanted", "allowAccess unlocked wanted",
        "denyAccess any notWanted", "forgetAnswers unlocked notWanted", "setPolicy unlocked wanted",
        "shareFiles unlocked wanted", "answerYes unlocked notWanted", "answerNo any notWanted",
        "tellLocation unlocked notWanted", "hideLocation any notWanted", "recordAccesses unlocked notWanted",
        "stopRecording unlocked notWanted", "registerProgram unlocked wantedForOthers",
        "unregisterProgram unlocked wantedForOthers", "trustPublisher unlocked wanted",
        "revokePublisher unlocked wanted", "installApp unlocked notWanted", "removeApp any notWanted",
        "eraseAppData any notWanted", "seePasswords unlocked wanted", "backUpItems unlocked wanted",
        "forgetLostItems any notWanted", "arrangeKeychains unlocked notWanted", "loosenClass unlocked notWanted",
      ])
  }

  /// One of each request that the owner's own programs make and that changes something, with its deed.
  private var requests: [(BrokerRequest, OwnerDeed)] {
    [
      (.keychain(.forgetLost(nil, [])), .forgetLostItems),
      (.keychain(.backup(.permit(number, .write, key: key))), .backUpItems),
      (.keychain(.owner(.permit(number))), .seePasswords), (.keychain(.file(.setStandard(nil))), .arrangeKeychains),
      (.keychain(.file(.setSearched(nil))), .arrangeKeychains),
      (.apps(.register(path: [], xml: [])), .registerProgram),
      (.apps(.registerByOwner(number, path: [], xml: [])), .registerProgram),
      (.apps(.unregister(path: [])), .unregisterProgram),
      (.apps(.unregisterByOwner(number, path: [])), .unregisterProgram),
      (.person(.agent(.choose(number, .allow))), .answerYes),
      (.person(.agent(.choose(number, .allowOnce))), .answerYes),
      (.person(.agent(.choose(number, .changeToAlways))), .answerYes),
      (.person(.agent(.choose(number, .deny))), .answerNo),
      (.person(.agent(.choose(number, .askNotToTrack))), .answerNo),
      (.person(.agent(.look(number, folder: "/", typed: ""))), .answerYes),
      (.consent(.deny(.camera, app)), .denyAccess), (.consent(.giveEmpty(.camera, app)), .denyAccess),
      (.consent(.unshare(nil, app: "a")), .denyAccess), (.consent(.grant(.camera, app, number)), .allowAccess),
      (.consent(.reset(nil, nil)), .forgetAnswers), (.consent(.prune), .forgetAnswers),
      (.consent(.setPolicy(nil, number)), .setPolicy), (.consent(.share([], app: "a", .reading, number)), .shareFiles),
      (.consent(.erase(app: "a")), .eraseAppData),
      (.bundles(.trust([])), .trustPublisher), (.bundles(.trustByOwner(number, [])), .trustPublisher),
      (.bundles(.revoke([])), .revokePublisher), (.bundles(.revokeByOwner(number, [])), .revokePublisher),
      (
        .bundles(.install(BundlePapers(sealedList: [], signature: nil, info: [], entitlements: [], extensions: []))),
        .installApp
      ),
      (.bundles(.remove("a", .keep)), .removeApp),
      (.access(.turn(isOn: true)), .recordAccesses), (.access(.turn(isOn: false)), .stopRecording),
      (.access(.setLocationSource(nil)), .hideLocation), (.access(.setLocationSource(.geoclue)), .tellLocation),
      (.widgets(.chooseSurfaces([], nil)), .hideWhileLocked),
    ]
  }

  /// What programs ask for themselves, and what changes nothing.
  private static let free: Set = [
    "hello", "keychain.add", "keychain.find", "keychain.update", "keychain.delete", "keychain.enclaveKey",
    "keychain.verify", "keychain.examine", "apps.access", "apps.registrations", "person.authentication",
    "person.lockState", "consent.status", "consent.request", "consent.changes", "consent.rows", "consent.policy",
    "consent.agent", "consent.itemCount", "consent.preciseLocation", "consent.advertisingIdentifier",
    "consent.locationButton", "consent.lend", "consent.sharedFiles", "consent.choosePath", "consent.portal",
    "consent.withdrawPath", "bundles.installed", "bundles.launch", "bundles.running", "bundles.vendor", "access.state",
    "access.note", "access.records", "access.location", "access.locationSource", "widgets.publish", "widgets.reload",
    "widgets.shown", "widgets.reloadExtension", "widgets.follow", "widgets.shownExtension", "widgets.surfaces",
  ]

  @Test func `Each request of the owner's own programs has a deed, or is one of those that need none`() {
    for (request, deed) in requests { #expect(request.deed == deed, "\(request.number)") }
    let known = Set(requests.map { $0.0.number.rowName })
    let all = Set(BrokerRequest.Number.allCases.map(\.rowName))
    #expect(known.intersection(Self.free).isEmpty)
    #expect(
      known.union(Self.free) == all, "a new request needs a row: \(all.symmetricDifference(known.union(Self.free)))")
  }
}
