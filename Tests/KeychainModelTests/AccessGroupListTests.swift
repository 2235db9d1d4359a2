// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct AccessGroupListTests {
  @Test func theFirstGroupIsTheStandardOne() {
    #expect(AccessGroupList(["b", "a"]).standard == "b")
    #expect(AccessGroupList(["com.apple.token", "a"]).standard == "a")
  }

  @Test func nobodyWritesTheTokensGroup() {
    let list = AccessGroupList(["com.apple.token"])
    #expect(list.mayRead("com.apple.token") && !list.mayWrite("com.apple.token"))
    #expect(list.isReadOnly && !list.isEmpty)
    #expect(!AccessGroupList(["*"]).mayWrite("com.apple.token"))
  }

  @Test func groupsAreComparedByteByByte() {
    let list = AccessGroupList(["caf\u{E9}", "team.app"])
    for other in ["cafe\u{301}", "Team.app", "team", "team.app.more", "*", ""] { #expect(!list.mayRead(other)) }
    #expect(list.mayRead("caf\u{E9}"))
    #expect(list != AccessGroupList(["cafe\u{301}", "team.app"]))
  }

  @Test func aStarIsEveryGroup() {
    #expect(AccessGroupList(["*"]).mayWrite("any"))
    #expect(AccessGroupList(["*"]).isUnlimited)
  }

  @Test func anEmptyListIsReadOnly() {
    #expect(AccessGroupList([]).isReadOnly && AccessGroupList([]).isEmpty)
  }
}
