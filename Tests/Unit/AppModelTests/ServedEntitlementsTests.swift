// SPDX-License-Identifier: Apache-2.0
import PropertyLists
import Testing

@testable import AppModel

/// What an extension's connection is served with, whatever its own entitlements say.
@Suite struct ServedEntitlementsTests {
  private static let groups = "com.apple.security.application-groups"
  private static let clip = "com.apple.developer.on-demand-install-capable"

  private static func entitlements(_ groups: [String], _ more: [String: PropertyListValue] = [:]) -> Entitlements {
    Entitlements(
      more.merging([
        "application-identifier": .string("TEAM.app"), Self.groups: .array(groups.map { .string($0) }),
      ]) { own, _ in own })
  }

  @Test func `An extension has those groups of its own that its app has`() {
    let app = Self.entitlements(["group.a", "group.b"])
    #expect(app.served(besides: app).accessGroups.sorted() == ["TEAM.app", "group.a", "group.b"])
    #expect(Self.entitlements(["group.b"]).served(besides: app).accessGroups.sorted() == ["TEAM.app", "group.b"])
    #expect(Entitlements().served(besides: app).accessGroups == [])
  }

  @Test
  func `The extension of an App Clip has no items of the clip's groups where it does not say that it is a clip's`() {
    let app = Self.entitlements(["group.victim"], [Self.clip: .boolean(true)])
    #expect(app.accessGroups == ["TEAM.app"])
    #expect(Self.entitlements(["group.victim"]).served(besides: app).accessGroups == ["TEAM.app"])
  }

  @Test func `A name below the app's gives an extension no group of another app`() {
    let named = Self.entitlements([], ["application-identifier": .string("TEAM.app.other")])
    #expect(named.first(notOf: Self.entitlements([])) == nil)
    #expect(named.served(besides: Self.entitlements([])).accessGroups == [])
  }
}
