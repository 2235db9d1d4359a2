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

  @Test func `Every surface hides what is private while locked, unless the owner says otherwise`() {
    for surface in Surface.allCases {
      for state in [LockState.grace, .locked] {
        #expect(WidgetPolicy.decision(state, nil, on: surface, SurfaceSettings()) == .content(.privacy))
      }
    }
    var settings = SurfaceSettings()
    for word in ["lockScreen=show", "alwaysOn=show", "watchFace=show", "column=show"] {
      let isTaken = settings.apply(word)
      #expect(isTaken)
    }
    for surface in Surface.allCases {
      #expect(WidgetPolicy.decision(.locked, nil, on: surface, settings) == .content([]))
    }
  }

  @Test func `An unlocked screen hides nothing, and a face that is always on hides even then`() {
    for surface in [Surface.home, .lockScreen, .column, .otherDevice] {
      #expect(WidgetPolicy.decision(.unlocked, nil, on: surface, SurfaceSettings()) == .content([]))
    }
    for surface in [Surface.alwaysOn, .watchFace] {
      #expect(WidgetPolicy.decision(.unlocked, nil, on: surface, SurfaceSettings()) == .content(.privacy))
    }
  }

  @Test func `An always-on display needs both switches`() {
    var settings = SurfaceSettings()
    settings.alwaysOn = .show
    #expect(WidgetPolicy.decision(.locked, nil, on: .alwaysOn, settings) == .content(.privacy))
    settings.lockScreen = .show
    #expect(WidgetPolicy.decision(.locked, nil, on: .alwaysOn, settings) == .content([]))
  }

  @Test func `A single complication has a choice of its own`() {
    var settings = SurfaceSettings()
    let isTaken = settings.apply("watchFace:com.example.weather=show")
    #expect(isTaken)
    #expect(WidgetPolicy.decision(.locked, nil, on: .watchFace, kind: "com.example.weather", settings) == .content([]))
    #expect(
      WidgetPolicy.decision(.locked, nil, on: .watchFace, kind: "com.example.bank", settings) == .content(.privacy))
  }

  @Test(arguments: ["lockScreen", "lockScreen=", "lockScreen=maybe", "home=show", "column:x=hide", ""])
  func `What is no setting changes nothing`(_ line: String) {
    var settings = SurfaceSettings()
    let isTaken = settings.apply(line)
    #expect(!isTaken)
    #expect(settings == SurfaceSettings())
  }
}
