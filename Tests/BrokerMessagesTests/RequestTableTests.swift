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
import WidgetModel
import WidgetUpdates

/// The pages that an auditor reads: of each request who may make it, how often, whether it may be sent again, and what the owner
/// does by it.
@Suite struct RequestTableTests {
  private let number: QuestionNumber
  private let app = ConsentClient.Key(kind: .bundle, identifier: "a.b")
  private let key: BackupKey
  private let item = ItemQuery(.genericPassword)
  private let reference = PersistentReference(.key, row: 1)

  init() throws {
    number = try #require(QuestionNumber([UInt8](repeating: 9, count: QuestionNumber.size)))
    let bytes = [UInt8](repeating: 1, count: 32)
    let made = BackupKey(copying: bytes.span)
    key = try #require(made)
  }

  @Test func `What is asked of the keychain`() throws {
    let name = try #require(KeychainName("k"))
    try check(
      [
        (.keychain(.add(ItemAddition(.genericPassword, data: .empty))), "add program,commandLine often onceStored"),
        (.keychain(.find(item)), "find program,commandLine often again"),
        (.keychain(.update(item, ItemChanges(data: .empty))), "update program,commandLine often onceStored"),
        (.keychain(.delete(item)), "delete program,commandLine often onceStored"),
        (.keychain(.examine(item)), "examine program,commandLine often again"),
        (
          .keychain(.enclaveKey(.make(AccessControl(.always), group: nil))),
          "enclaveKey program,commandLine often once"
        ),
        (.keychain(.verify(nil)), "verify commandLine rarely again"),
        (.keychain(.forgetLost(nil, [])), "forgetLost commandLine rarely once forgetLostItems"),
        (.keychain(.backup(.permit(number, .write, key: key))), "backup commandLine often once backUpItems"),
        (.keychain(.backup(.groups([], first: 0, key: key))), "backup commandLine often once"),
        (.keychain(.file(.setStandard(nil))), "file commandLine often once arrangeKeychains"),
        (.keychain(.file(.setSearched(nil))), "file commandLine often once arrangeKeychains"),
        (.keychain(.file(.delete(name))), "file commandLine often once"),
        (.keychain(.owner(.permit(number))), "owner console often once seePasswords"),
        (.keychain(.owner(.list(.genericPassword))), "owner console often again"),
        (.keychain(.owner(.reveal(reference))), "owner console often again"),
        (.keychain(.owner(.delete(reference))), "owner console often once"),
      ], are: .keychain)
  }

  @Test func `What is asked about programs and bundles`() throws {
    let papers = BundlePapers(sealedList: [], signature: nil, info: [], entitlements: [], extensions: [])
    try check(
      [
        (.apps(.access), "access program,commandLine often again"),
        (.apps(.register(path: [], xml: [])), "register commandLine rarely once registerProgram"),
        (
          .apps(.registerByOwner(number, path: [], xml: [])),
          "registerByOwner commandLine rarely once registerProgram"
        ),
        (.apps(.unregister(path: [])), "unregister commandLine rarely once unregisterProgram"),
        (
          .apps(.unregisterByOwner(number, path: [])), "unregisterByOwner commandLine rarely once unregisterProgram"
        ),
        (.apps(.registrations), "registrations commandLine rarely again"),
      ], are: .apps)
    try check(
      [
        (.bundles(.trust([])), "trust commandLine rarely once trustPublisher"),
        (.bundles(.trustByOwner(number, [])), "trustByOwner commandLine rarely once trustPublisher"),
        (.bundles(.revoke([])), "revoke commandLine rarely once revokePublisher"),
        (.bundles(.revokeByOwner(number, [])), "revokeByOwner commandLine rarely once revokePublisher"),
        (.bundles(.install(papers)), "install commandLine rarely once installApp"),
        (.bundles(.remove("a", .keep)), "remove commandLine rarely once removeApp"),
        (.bundles(.installed), "installed commandLine,console,widgets often again"),
        (.bundles(.launch(LaunchRequest(identifier: "a", seal: nil))), "launch commandLine often once"),
        (.bundles(.running), "running commandLine,console often again"),
        (.bundles(.vendor), "vendor program,commandLine often again"),
      ], are: .bundles)
  }

  @Test func `What is asked of the person`() throws {
    try check(
      [
        (.person(.authentication(.hasPasscode)), "authentication program,commandLine often once"),
        (.person(.agent(.nextQuestion(seconds: 1))), "agent commandLine,console often once"),
        (.person(.agent(.choose(number, .allow))), "agent commandLine,console often once answerYes"),
        (.person(.agent(.choose(number, .allowOnce))), "agent commandLine,console often once answerYes"),
        (.person(.agent(.choose(number, .changeToAlways))), "agent commandLine,console often once answerYes"),
        (.person(.agent(.choose(number, .deny))), "agent commandLine,console often once answerNo"),
        (.person(.agent(.choose(number, .askNotToTrack))), "agent commandLine,console often once answerNo"),
        (.person(.agent(.look(number, folder: "/", typed: ""))), "agent commandLine,console often once answerYes"),
        (.person(.agent(.give(number, .empty))), "agent commandLine,console often once"),
        (
          .person(.lockState(otherThan: nil, seconds: 0)), "lockState program,commandLine,console,widgets often again"
        ),
      ], are: .person)
    try check(
      [
        (.consent(.status(.camera)), "status program,commandLine often again"),
        (.consent(.request(.camera, .usual)), "request program,commandLine often once"),
        (.consent(.preciseLocation(because: "")), "preciseLocation program,commandLine often once"),
        (.consent(.locationButton(look)), "locationButton program,commandLine often once"),
        (.consent(.advertisingIdentifier), "advertisingIdentifier program,commandLine often again"),
        (.consent(.changes(otherThan: 0, seconds: 0)), "changes program,commandLine,console often again"),
        (.consent(.lend(.camera, .standing, of: nil)), "lend commandLine,widgets often again"),
        (.consent(.lend(.camera, .person, of: nil)), "lend commandLine,widgets often once"),
      ], are: .consent)
    try check(
      [
        (.portal(.choosePath(FileWish(.save, suggestion: ""))), "choosePath commandLine often once"),
        (.portal(.withdrawPath), "withdrawPath commandLine often again"),
        (.portal(.ask(program: "", words: "")), "ask commandLine often once"),
      ], are: .portal)
  }

  private var look: LocationButtonLook {
    let white = LocationButtonLook.Color(1, 1, 1)
    return LocationButtonLook(
      .arrowFilled, .shareMyCurrentLocation, title: white, on: .init(0, 0, 0.5), fontSize: nil, room: 1)
  }

  @Test func `What the person says of apps`() throws {
    try check(
      [
        (.privacySettings(.rows), "rows commandLine,console often again"),
        (.privacySettings(.deny(.camera, app)), "deny commandLine,console often once denyAccess"),
        (.privacySettings(.giveEmpty(.camera, app)), "giveEmpty commandLine,console often once denyAccess"),
        (.privacySettings(.grant(.camera, app, number)), "grant commandLine,console often once allowAccess"),
        (.privacySettings(.reset(nil, nil)), "reset commandLine,console often once forgetAnswers"),
        (.privacySettings(.prune), "prune commandLine rarely once forgetAnswers"),
        (.privacySettings(.policy), "policy commandLine,console often again"),
        (.privacySettings(.setPolicy(nil, number)), "setPolicy commandLine rarely once setPolicy"),
        (.privacySettings(.agent), "agent commandLine often again"),
        (.privacySettings(.itemCount(ofApp: "a")), "itemCount commandLine rarely again"),
        (.privacySettings(.erase(app: "a")), "erase commandLine rarely once eraseAppData"),
      ], are: .privacySettings)
    try check(
      [
        (.sharedFiles(.share([], app: "a", .reading, number)), "share commandLine often once shareFiles"),
        (.sharedFiles(.unshare(nil, app: "a")), "unshare commandLine often once denyAccess"),
        (.sharedFiles(.list(app: nil)), "list commandLine often again"),
      ], are: .sharedFiles)
  }

  @Test func `What apps use, and what widgets show`() throws {
    try check(
      [
        (.access(.state), "state commandLine,console often again"),
        (.access(.turn(isOn: true)), "turn commandLine,console often once recordAccesses"),
        (.access(.turn(isOn: false)), "turn commandLine,console often once stopRecording"),
        (.access(.note([], of: nil)), "note commandLine,widgets often once"),
        (.access(.records(after: 0, seconds: 0)), "records commandLine,console often again"),
        (.access(.location), "location program,commandLine often once"),
        (.access(.locationSource), "locationSource commandLine often again"),
        (.access(.setLocationSource(nil)), "setLocationSource commandLine often once hideLocation"),
        (.access(.setLocationSource(.geoclue)), "setLocationSource commandLine often once tellLocation"),
      ], are: .access)
    let picture = PublishedPicture(folder: [], hidden: "", name: "", cover: nil, state: .unlocked)
    let following = WidgetFollowing(state: nil, number: 0, widgets: [], seconds: 0)
    try check(
      [
        (.widgets(.publish(picture)), "publish widgets often once"),
        (.widgets(.reload(kind: nil)), "reload program,commandLine often once"),
        (.widgets(.shown), "shown program,commandLine often again"),
        (
          .widgets(.reloadExtension(WidgetReload(owner: "", kind: nil, charge: .free))),
          "reloadExtension widgets often once"
        ),
        (.widgets(.follow(following)), "follow widgets often once"),
        (.widgets(.shownExtension("")), "shownExtension widgets often again"),
        (.widgets(.surfaces), "surfaces commandLine,console,widgets often again"),
        (.widgets(.chooseSurfaces([], nil)), "chooseSurfaces commandLine,console rarely once hideWhileLocked"),
      ], are: .widgets)
  }

  /// Each request of the family stands in the page, by its name.
  private func check(_ page: [(BrokerRequest, String)], are family: MessageFamily) throws {
    let all = try #require(BrokerRequest.numbers.first { $0.family == family }).numbers
    for (request, line) in page {
      let row = request.row
      let name = all.first { $0.rawValue == row.number.rawValue }?.name ?? "of another family"
      let callers = CallerRole.allCases.filter { row.callers.contains($0) }.map { "\($0)" }.joined(separator: ",")
      let deed = row.deed.map { " \($0)" } ?? ""
      #expect("\(name) \(callers) \(row.pace) \(row.repetition)\(deed)" == line)
    }
    #expect(Set(page.map(\.0.row.number.rawValue)) == Set(all.map(\.rawValue)), "a new request needs a line")
  }
}
