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
    try check(.consent(.status(.camera)), "0130 02")
    try check(.consent(.request(.calendar, .writeOnly)), "0131 08 02")
    try check(.consent(.changes(otherThan: 3, seconds: 5)), "0132 0000000000000003 0005")
    try check(.consent(.rows), "0133")
    try check(.consent(.deny(.camera, app)), "0134 02 00 00000003 612e62")
    try check(.consent(.giveEmpty(.camera, app)), "01a1 02 00 00000003 612e62")
    try check(.consent(.lend(.microphone, .nobody, of: nil)), "01a2 03 01 00")
    try check(.consent(.lend(.microphone, .person, of: nil)), "01a2 03 02 00")
    try check(.consent(.lend(.tracking, .standing, of: "a.b")), "01a2 14 03 01 00000003 612e62")
    try check(.consent(.grant(.camera, ConsentClient.Key("/a"), number)), "0135 02 01 00000002 2f61 01 \(nines)")
    try check(.consent(.reset(nil, app)), "0136 00 01 00 00000003 612e62")
    try check(.consent(.reset(.location, nil)), "0136 01 01 00")
    try check(.consent(.prune), "0137")
    try check(.consent(.policy), "0138")
    try check(.consent(.preciseLocation(because: "Map")), "0190 00000003 4d6170")
    try check(.consent(.advertisingIdentifier), "0191")
    let (zero, one, half) = ("0000000000000000", "3ff0000000000000", "3fe0000000000000")
    let white = LocationButtonLook.Color(1, 1, 1)
    for (language, letters) in [(nil, ""), ("it", "6974")] {
      let look = LocationButtonLook(
        .arrowFilled, .shareMyCurrentLocation, title: white, on: .init(0, 0, 0.5), fontSize: nil, language: language,
        room: 1)
      try check(
        .consent(.locationButton(look)),
        "01aa 01 05 \(one)\(one)\(one)\(one) \(zero)\(zero)\(half)\(one) \(zero) 00 \(one) \(letters)")
    }
    try check(.consent(.agent), "018d")
    try check(.consent(.loss), "013f")
    try check(.consent(.itemCount(ofApp: "a.b")), "018e 00000003 612e62")
    try check(.consent(.erase(app: "a.b")), "018f 00000003 612e62")
    try check(.consent(.request(.location, .backgroundUse)), "0131 01 05")
    try check(.consent(.setPolicy([0x3C], nil)), "0139 01 00000001 3c 00")
    try check(.person(.agent(.choose(number, .allowOnce))), "010b 04 \(nines) 03")
    try check(
      .consent(.share(["/a", "/b"], app: "a.b", .writing, nil)),
      "01b4 00000002 00000002 2f61 00000002 2f62 00000003 612e62 02 00")
    try check(.consent(.unshare("/a", app: "a.b")), "01b5 01 00000002 2f61 00000003 612e62")
    try check(.consent(.sharedFiles(app: nil)), "01b6 00")
    let folder = ShownFolder(path: "/a", entries: [.init("b", isFolder: true)], isWhole: true)
    let wish = FileWish(.save, suggestion: "N", problem: .notFile, typed: "t", folder: folder)
    let bytes = "02 00000001 4e 01 02 00000001 74 01 00000002 2f61 01 00000001 00000001 62 01"
    try check(.consent(.choosePath(wish)), "01b7 \(bytes)")
    try check(.consent(.choosePath(FileWish(.openSeveral, suggestion: ""))), "01b7 04 00000000 00 00000000 00")
    try check(
      .person(.agent(.look(number, folder: "/a", typed: "t"))), "010b 06 \(nines) 00000002 2f61 00000001 74")
    try check(.consent(.withdrawPath), "01c9")
    try check(.consent(.portal(program: "p", words: "w")), "01b8 00000001 70 00000001 77")
    try check(.person(.agent(.watch(otherThan: 3, seconds: 5))), "010b 05 0000000000000003 0005")
  }

  @Test func `Answers about consent`() throws {
    try check(.consent(.outcome(.stands(.answered(.whileInUse)))), "0170 01 05")
    try check(.consent(.outcome(.stands(.restricted))), "0170 01 ff")
    try check(.consent(.outcome(.unanswered)), "0170 02 00")
    try check(.consent(.outcome(.ignored)), "0170 03 00")
    try check(.consent(.outcome(.failed(.onlyInSettings))), "0170 04 02")
    try check(.consent(.outcome(.endsProcess)), "0170 05 00")
    try check(.consent(.outcome(.failed(.unfitButton))), "0170 04 04")
    try check(.consent(.changes(7)), "0171 0000000000000007")
    let client = try #require(ConsentClient(.bundle, "a.b", requirement: [UInt8](repeating: 0, count: 32)))
    let row = ConsentRow(.camera, client, name: "N", answer: .denied, reason: .userSet, changed: 5)
    try check(
      .consent(.rows([ConsentListing(row, .needsApprovalAgain)], .last)),
      "0172 02 00000001 02 00 00000003 612e62 00000001 4e 01 03 0000000000000005 04")
    try check(.consent(.removed(2)), "0173 00000002")
    try check(.consent(.policy(nil)), "0174 00")
    try check(
      .consent(.advertisingIdentifier([UInt8](repeating: 7, count: 16))),
      "019a 01 \(String(repeating: "07", count: 16))")
    try check(.consent(.advertisingIdentifier(nil)), "019a 00")
    try check(.consent(.itemCount(3)), "019c 00000003")
    let shared = SharedFileListing(app: "a.b", path: "/a", right: .reading, condition: .vanished)
    try check(.consent(.sharedFiles([shared], .last)), "01be 02 00000001 00000003 612e62 00000002 2f61 01 03")
    try check(.consent(.chosenPath("/a")), "01bf 01 00000002 2f61")
    try check(.consent(.lookedFor(folder: "/a", typed: "t")), "01c8 00000002 2f61 00000001 74")
    try check(.consent(.agent(7)), "019b 01 00000007")
    try check(.consent(.loss(258)), "019d 01 0000000000000102")
    try check(.consent(.loss(nil)), "019d 00")
    try check(.refused(.consent(.locked)), "0147 1e 01")
    try check(.refused(.agentTaken(7)), "0147 38 00000007")
    let number = try #require(QuestionNumber([UInt8](repeating: 9, count: 16)))
    let question = ConsentQuestion(
      name: "N", identifier: "a.b", deed: "d", purpose: "w", choices: [.allowOnce, .deny], hold: .enforced)
    let pending = PendingQuestion(
      number: number, requester: Requester(process: 7, program: nil), reason: "", cancelTitle: nil,
      kind: .consent(question))
    try check(
      person: .question(pending),
      "014a 01 \(String(repeating: "09", count: 16)) 00000007 00 00000000 00 05 00000001 4e 00000003 612e62 00000001 64 "
        + "01 00000001 77 02 03 01 01 00")
    try check(
      person: .questions(
        [
          AwaitedQuestion(
            PendingQuestion(
              number: number, requester: Requester(process: 7, program: nil), reason: "", cancelTitle: nil),
            secondsLeft: 60)
        ], count: 2),
      "01a0 0000000000000002 00000001 003c \(String(repeating: "09", count: 16)) 00000007 00 00000000 00 01 00")
  }
}
