// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
import ConsentModel
import PromptModel
import Testing

extension GoldenBytesTests {
  @Test func `Requests of apps and answers of people`() throws {
    let app = ConsentClient.Key("a.b")
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let nines = String(repeating: "09", count: 16)
    try check(.consent(.status(.camera)), "02 0501 02")
    try check(.consent(.request(.calendar, .writeOnly)), "02 0502 08 02")
    try check(.consent(.changes(otherThan: 3, seconds: 5)), "02 0506 0000000000000003 0005")
    try check(.privacySettings(.rows), "02 0601")
    try check(.privacySettings(.deny(.camera, app)), "02 0602 02 00 00000003 612e62")
    try check(.privacySettings(.giveEmpty(.camera, app)), "02 0603 02 00 00000003 612e62")
    try check(.consent(.lend(.microphone, .nobody, of: nil)), "02 0507 03 01 00")
    try check(.consent(.lend(.microphone, .person, of: nil)), "02 0507 03 02 00")
    try check(.consent(.lend(.tracking, .standing, of: "a.b")), "02 0507 14 03 01 00000003 612e62")
    try check(
      .privacySettings(.grant(.camera, ConsentClient.Key("/a"), number)), "02 0604 02 01 00000002 2f61 01 \(nines)")
    try check(.privacySettings(.reset(nil, app)), "02 0605 00 01 00 00000003 612e62")
    try check(.privacySettings(.reset(.location, nil)), "02 0605 01 01 00")
    try check(.privacySettings(.prune), "02 0606")
    try check(.privacySettings(.policy), "02 0607")
    try check(.consent(.preciseLocation(because: "Map")), "02 0503 00000003 4d6170")
    try check(.consent(.advertisingIdentifier), "02 0505")
    let (zero, one, half) = ("0000000000000000", "3ff0000000000000", "3fe0000000000000")
    let white = LocationButtonLook.Color(1, 1, 1)
    for (language, letters) in [(nil, ""), ("it", "6974")] {
      let look = LocationButtonLook(
        .arrowFilled, .shareMyCurrentLocation, title: white, on: .init(0, 0, 0.5), fontSize: nil, language: language,
        room: 1)
      try check(
        .consent(.locationButton(look)),
        "02 0504 01 05 \(one)\(one)\(one)\(one) \(zero)\(zero)\(half)\(one) \(zero) 00 \(one) \(letters)")
    }
    try check(.privacySettings(.agent), "02 0609")
    try check(.privacySettings(.loss), "02 060c")
    try check(.privacySettings(.itemCount(ofApp: "a.b")), "02 060a 00000003 612e62")
    try check(.privacySettings(.erase(app: "a.b")), "02 060b 00000003 612e62")
    try check(.consent(.request(.location, .backgroundUse)), "02 0502 01 05")
    try check(.privacySettings(.setPolicy([0x3C], nil)), "02 0608 01 00000001 3c 00")
    try check(.person(.agent(.choose(number, .allowOnce))), "02 0302 04 \(nines) 03")
    try check(
      .sharedFiles(.share(["/a", "/b"], app: "a.b", .writing, nil)),
      "02 0701 00000002 00000002 2f61 00000002 2f62 00000003 612e62 02 00")
    try check(.sharedFiles(.unshare("/a", app: "a.b")), "02 0702 01 00000002 2f61 00000003 612e62")
    try check(.sharedFiles(.list(app: nil)), "02 0703 00")
    let folder = ShownFolder(path: "/a", entries: [.init("b", isFolder: true)], isWhole: true)
    let wish = FileWish(.save, suggestion: "N", problem: .notFile, typed: "t", folder: folder)
    let bytes = "02 00000001 4e 01 02 00000001 74 01 00000002 2f61 01 00000001 00000001 62 01"
    let question = try #require(ContextToken([UInt8](repeating: 0xCC, count: ContextToken.size)))
    let asked = String(repeating: "cc", count: ContextToken.size)
    try check(.portal(.choosePath(wish, question)), "02 0805 \(bytes) \(asked)")
    try check(
      .portal(.choosePath(FileWish(.openSeveral, suggestion: ""), question)),
      "02 0805 04 00000000 00 00000000 00 \(asked)")
    try check(
      .person(.agent(.look(number, folder: "/a", typed: "t"))), "02 0302 06 \(nines) 00000002 2f61 00000001 74")
    try check(.person(.agent(.pick(number, 3))), "02 0302 07 \(nines) 03")
    try check(.portal(.withdraw(question)), "02 0806 \(asked)")
    try check(.portal(.ask(program: "p", words: "w")), "02 0803 00000001 70 00000001 77")
    try check(.portal(.openAddress("tel:1", question)), "02 0807 00000005 74656c3a31 \(asked)")
    try check(.person(.agent(.watch(otherThan: 3, seconds: 5))), "02 0302 05 0000000000000003 0005")
  }

  @Test func `Answers about consent`() throws {
    try check(.consent(.outcome(.stands(.answered(.whileInUse)))), "02 0501 01 05")
    try check(.consent(.outcome(.stands(.restricted))), "02 0501 01 ff")
    try check(.consent(.outcome(.unanswered)), "02 0501 02 00")
    try check(.consent(.outcome(.ignored)), "02 0501 03 00")
    try check(.consent(.outcome(.failed(.onlyInSettings))), "02 0501 04 02")
    try check(.consent(.outcome(.endsProcess)), "02 0501 05 00")
    try check(.consent(.outcome(.failed(.unfitButton))), "02 0501 04 04")
    try check(.consent(.changes(7)), "02 0502 0000000000000007")
    let client = try #require(ConsentClient(.bundle, "a.b", requirement: [UInt8](repeating: 0, count: 32)))
    let row = ConsentRow(.camera, client, name: "N", answer: .denied, reason: .userSet, changed: 5)
    try check(
      .privacySettings(.rows([ConsentListing(row, .needsApprovalAgain)], .last)),
      "02 0601 02 00000001 02 00 00000003 612e62 00000001 4e 01 03 0000000000000005 04")
    try check(.privacySettings(.removed(2)), "02 0602 00000002")
    try check(.privacySettings(.policy(nil)), "02 0603 00")
    try check(
      .consent(.advertisingIdentifier([UInt8](repeating: 7, count: 16))),
      "02 0503 01 \(String(repeating: "07", count: 16))")
    try check(.consent(.advertisingIdentifier(nil)), "02 0503 00")
    try check(.privacySettings(.itemCount(3)), "02 0605 00000003")
    let shared = SharedFileListing(app: "a.b", path: "/a", right: .reading, condition: .vanished)
    try check(.sharedFiles(.files([shared], .last)), "02 0701 02 00000001 00000003 612e62 00000002 2f61 01 03")
    try check(.portal(.chosenPath("/a")), "02 0801 01 00000002 2f61")
    try check(.portal(.outcome(.unanswered)), "02 0803 02 00")
    try check(.sharedFiles(.removed(2)), "02 0702 00000002")
    try check(.portal(.lookedFor(folder: "/a", typed: "t")), "02 0802 00000002 2f61 00000001 74")
    try check(.privacySettings(.agent(7)), "02 0604 01 00000007")
    try check(.privacySettings(.agentWaits), "02 0607")
    try check(.privacySettings(.loss(258)), "02 0606 01 0000000000000102")
    try check(.privacySettings(.loss(nil)), "02 0606 00")
    try check(.refused(.consent(.locked)), "0147 1e 01")
    try check(.refused(.agentTaken(7)), "0147 38 00000007")
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let question = ConsentQuestion(
      name: "N", identifier: "a.b", operation: "d", purpose: "w", choices: [.allowOnce, .deny], hold: .enforced)
    let pending = PendingQuestion(
      number: number, requester: Requester(process: 7, program: nil), reason: "", cancelTitle: nil,
      kind: .consent(question))
    try check(
      person: .question(pending),
      "02 0302 01 \(String(repeating: "09", count: 16)) 00000007 00 00000000 00 05 00000001 4e 00000003 612e62 00000001 64 "
        + "01 00000001 77 02 03 01 01 00")
    try check(
      person: .questions(
        [
          AwaitedQuestion(
            PendingQuestion(
              number: number, requester: Requester(process: 7, program: nil), reason: "", cancelTitle: nil),
            secondsLeft: 60)
        ], count: 2),
      "02 0303 0000000000000002 00000001 003c \(String(repeating: "09", count: 16)) 00000007 00 00000000 00 01 00")
  }
}
