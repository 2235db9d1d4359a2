// SPDX-License-Identifier: Apache-2.0
import AppModel
import PropertyLists
import Testing

/// The rows of "Building the list" (`SecTaskCopyAccessGroups`).
@Suite struct EntitlementsTests {
  private func strings(_ texts: String...) -> PropertyListValue { .array(texts.map { .string($0) }) }

  @Test func `Groups come in their order`() {
    let entitlements = Entitlements([
      "com.apple.security.application-groups": strings("group.f", "group.g"),
      "application-identifier": .string("T.app"),
      "com.apple.application-identifier": .string("T.mac"),
      "com.apple.developer.associated-application-identifier": strings("T.d"),
      "keychain-access-groups": strings("T.a", "T.b"),
    ])
    #expect(entitlements.accessGroups == ["T.a", "T.b", "T.d", "T.app", "group.f", "group.g"])
  }

  @Test func `Without groups the app is the default`() {
    #expect(Entitlements(["application-identifier": .string("T.app")]).accessGroups == ["T.app"])
    #expect(Entitlements(["com.apple.application-identifier": .string("T.mac")]).accessGroups == ["T.mac"])
    #expect(Entitlements(["com.apple.security.application-groups": strings("g")]).accessGroups == ["g"])
    #expect(Entitlements().accessGroups.isEmpty)
  }

  @Test func `An array with something else in it is ignored as a whole`() {
    let entitlements = Entitlements([
      "keychain-access-groups": .array([.string("T.a"), .integer(1)]), "application-identifier": .string("T.app"),
      "com.apple.security.application-groups": .string("no array"),
    ])
    #expect(entitlements.accessGroups == ["T.app"])
  }

  @Test func `The group of tokens comes last`() {
    let entitlements = Entitlements([
      "keychain-access-groups": strings("com.apple.token", "T.a"), "application-identifier": .string("T.app"),
    ])
    #expect(entitlements.accessGroups == ["T.a", "T.app", "com.apple.token"])
  }

  @Test func `Nobody claims every group`() {
    #expect(Entitlements(["keychain-access-groups": strings("*", "T.a")]).accessGroups == ["T.a"])
  }

  @Test func `An app clip has no app groups`() {
    let entitlements = Entitlements([
      "application-identifier": .string("T.app"), "com.apple.security.application-groups": strings("g"),
      "com.apple.developer.on-demand-install-capable": .boolean(true),
    ])
    #expect(entitlements.accessGroups == ["T.app"])
    #expect(entitlements.isAppClip)
  }

  @Test func `A group that Bailey gives out is not to be claimed`() {
    let xml = """
      <plist><dict><key>keychain-access-groups</key><array><string>bailey.private.command-line</string></array></dict></plist>
      """
    #expect(throws: EntitlementsError.reservedGroup("bailey.private.command-line")) {
      _ = try Entitlements(xml: Array(xml.utf8).span)
    }
    #expect(throws: EntitlementsError.notADictionary) {
      _ = try Entitlements(xml: Array("<plist><true/></plist>".utf8).span)
    }
  }
}
