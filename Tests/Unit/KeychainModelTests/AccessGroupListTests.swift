// SPDX-License-Identifier: Apache-2.0
import KeychainModel
import Testing

@Suite struct AccessGroupListTests {
  @Test func `The first group is the standard one`() {
    #expect(AccessGroupList(["b", "a"]).standard == "b")
    #expect(AccessGroupList(["com.apple.token", "a"]).standard == "a")
  }

  @Test func `Nobody writes the tokens group`() {
    let list = AccessGroupList(["com.apple.token"])
    #expect(list.mayRead("com.apple.token") && !list.mayWrite("com.apple.token"))
    #expect(list.isReadOnly && !list.isEmpty)
    #expect(!AccessGroupList(["*"]).mayWrite("com.apple.token"))
  }

  @Test func `Groups are compared byte by byte`() {
    let list = AccessGroupList(["caf\u{E9}", "team.app"])
    for other in ["cafe\u{301}", "Team.app", "team", "team.app.more", "*", ""] { #expect(!list.mayRead(other)) }
    #expect(list.mayRead("caf\u{E9}"))
    #expect(list != AccessGroupList(["cafe\u{301}", "team.app"]))
  }

  @Test func `A star is every group`() {
    #expect(AccessGroupList(["*"]).mayWrite("any"))
    #expect(AccessGroupList(["*"]).isUnlimited)
  }

  @Test func `An empty list is read only`() {
    #expect(AccessGroupList([]).isReadOnly && AccessGroupList([]).isEmpty)
  }
}
