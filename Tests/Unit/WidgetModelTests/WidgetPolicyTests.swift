// SPDX-License-Identifier: Apache-2.0
import ProtectionModel
import Testing
import WidgetModel

/// The tables of `WidgetPolicy`: lock state x entitlement x surface.
@Suite struct WidgetPolicyTests {
  /// As rows of the documentation are: P placeholder, C content, in the states B, G, L and U.
  static let rows: [(ProtectionClass?, String)] = [
    (nil, "PCCC"), (ProtectionClass.none, "PCCC"), (.completeUntilFirstUserAuthentication, "PCCC"),
    (.completeUnlessOpen, "PCPC"), (.complete, "PPPC"),
  ]
  static let states: [LockState] = [.beforeFirstUnlock, .grace, .locked, .unlocked]

  @Test func `A widget is its placeholder exactly where its data cannot be read`() {
    for (protection, row) in Self.rows {
      for (state, letter) in zip(Self.states, row) {
        for surface in [Surface.home, .lockScreen, .alwaysOn, .watchFace, .column] {
          let decision = WidgetPolicy.decision(state, protection, on: surface, SurfaceSettings())
          #expect(
            (decision == .placeholder) == (letter == "P"), "\(state), \(String(describing: protection)), \(surface)")
        }
      }
    }
  }

  @Test func `A widget with protected data is not offered on another device, in no state`() {
    for (protection, _) in Self.rows {
      let isProtected = protection == .complete || protection == .completeUnlessOpen
      for state in Self.states {
        let decision = WidgetPolicy.decision(state, protection, on: .otherDevice, SurfaceSettings())
        #expect((decision == .notOffered) == isProtected)
      }
    }
  }

  @Test func `Every surface hides what is private while locked, unless the owner says otherwise`() throws {
    for surface in Surface.allCases {
      for state in [LockState.grace, .locked] {
        #expect(WidgetPolicy.decision(state, nil, on: surface, SurfaceSettings()) == .content(.privacy))
      }
    }
    var settings = SurfaceSettings()
    for word in ["lockScreen=show", "alwaysOn=show", "watchFace=show", "column=show"] {
      settings.apply(try #require(SurfaceChange(word)))
    }
    for surface in Surface.allCases {
      #expect(WidgetPolicy.decision(.locked, nil, on: surface, settings) == .content([]))
    }
  }

  @Test func `An unlocked screen hides nothing, and a display that is always on hides even then`() {
    for surface in [Surface.home, .lockScreen, .watchFace, .column, .otherDevice] {
      #expect(WidgetPolicy.decision(.unlocked, nil, on: surface, SurfaceSettings()) == .content([]))
    }
    #expect(WidgetPolicy.decision(.unlocked, nil, on: .alwaysOn, SurfaceSettings()) == .content(.privacy))
  }

  @Test func `An always-on display needs both switches`() {
    var settings = SurfaceSettings()
    settings.alwaysOn = .show
    #expect(WidgetPolicy.decision(.locked, nil, on: .alwaysOn, settings) == .content(.privacy))
    settings.lockScreen = .show
    #expect(WidgetPolicy.decision(.locked, nil, on: .alwaysOn, settings) == .content([]))
  }

  @Test func `A single complication has a choice of its own`() throws {
    var settings = SurfaceSettings()
    settings.apply(try #require(SurfaceChange("watchFace:com.example.weather=show")))
    #expect(WidgetPolicy.decision(.locked, nil, on: .watchFace, kind: "com.example.weather", settings) == .content([]))
    #expect(
      WidgetPolicy.decision(.locked, nil, on: .watchFace, kind: "com.example.bank", settings) == .content(.privacy))
  }

  @Test(
    arguments: [
      "lockScreen", "lockScreen=", "lockScreen=maybe", "home=show", "column:x=hide", "", "=lockScreen=show",
      "watchFace:=show",
      "watchFace:a\nlockScreen=show",
    ])
  func `What is no setting changes nothing`(_ line: String) {
    #expect(SurfaceChange(line) == nil)
  }

  @Test(arguments: ["lockScreen=show", "alwaysOn=hide", "watchFace=show", "column=hide", "watchFace:a:b c=show"])
  func `A change is written as it is read`(_ line: String) {
    #expect(SurfaceChange(line)?.line == line)
  }

  @Test func `A text file hides more, and shows no more`() throws {
    var chosen = SurfaceSettings()
    for line in ["lockScreen=show", "watchFace:a=show"] { chosen.apply(try #require(SurfaceChange(line))) }
    let text = ["lockScreen=hide", "column=show", "watchFace=hide", "watchFace:b=show"].compactMap { SurfaceChange($0) }
    #expect(
      chosen.restricted(by: text)
        == {
          var hidden = SurfaceSettings()
          hidden.complicationsByKind = ["a": .hide]
          return hidden
        }())
    #expect(chosen.ignored(of: text).map(\.line) == ["column=show", "watchFace:b=show"])
    #expect(chosen.restricted(by: []) == chosen)
  }

  @Test func `To show anything more is another operation than to hide`() throws {
    var shown = SurfaceSettings()
    shown.apply(try #require(SurfaceChange("watchFace=show")))
    #expect(shown.operation(after: SurfaceSettings()) == .showWhileLocked)
    #expect(
      SurfaceSettings().operation(after: shown) == .hideWhileLocked && shown.operation(after: shown) == .hideWhileLocked
    )
    var single = shown
    single.apply(try #require(SurfaceChange("watchFace:a=hide")))
    #expect(single.operation(after: shown) == .hideWhileLocked && shown.operation(after: single) == .showWhileLocked)
    // To hide one place does not make up for another that is shown.
    var other = SurfaceSettings()
    other.apply(try #require(SurfaceChange("column=show")))
    #expect(other.operation(after: shown) == .showWhileLocked)
  }
}
