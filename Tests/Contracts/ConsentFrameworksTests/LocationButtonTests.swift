// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import CoreLocationUI
import Testing
import Threads

/// What an app for Apple's systems has of a location button.
@Suite struct LocationButtonTests {
  @MainActor private func tap(
    frame: CGRect = .zero, _ prepare: @MainActor @Sendable (CLLocationButton) -> Void = { _ in }
  ) async {
    let button = CLLocationButton(frame: frame)
    prepare(button)
    await withCheckedContinuation { continuation in
      button.addAction(UIAction { _ in continuation.resume() }, for: .touchUpInside)
      button.sendActions(for: .touchUpInside)
    }
  }

  @MainActor private func tap(_ title: LocationButton.Title?) async {
    await withCheckedContinuation { continuation in LocationButton(title) { continuation.resume() }.tap() }
  }

  @Test func `A tap is told with the look of the button, and the action comes after the answer`() async {
    await withBroker { broker in
      broker.willAnswer(.locationButton, .stands(.answered(.allowed)))
      await tap { button in
        (button.icon, button.label, button.fontSize, button.cornerRadius) = (.arrowOutline, .sendCurrentLocation, 18, 9)
      }
      let look = broker.state.withLock { $0.taps.first }
      #expect(look?.icon == .arrowOutline)
      #expect(look?.label == .sendCurrentLocation)
      #expect(look?.fontSize == 18)
      #expect(look?.givesLocation == true)
      #expect(broker.requests.map(\.0) == [.locationButton])
    }
  }

  @Test func `LB05: the action of a button that cannot be read is carried out all the same`() async {
    await withBroker { broker in
      await tap { button in (button.tintColor, button.backgroundColor) = (.systemGray, .white) }
      await tap(frame: CGRect(x: 0, y: 0, width: 120, height: 40))
      await tap { button in button.backgroundColor = nil }
      let defects = broker.state.withLock { $0.taps.map(\.defects) }
      #expect(defects == [[.contrast], [.truncated], [.translucent, .contrast]])
      #expect(broker.requests.isEmpty)
    }
  }

  @Test func `SwiftUI's button can be read with each title and with none`() async {
    await withBroker { broker in
      let titles: [LocationButton.Title?] = [
        .currentLocation, .sendCurrentLocation, .sendMyCurrentLocation, .shareCurrentLocation, .shareMyCurrentLocation,
        nil,
      ]
      for title in titles { await tap(title) }
      #expect(broker.state.withLock { $0.taps.map(\.givesLocation) } == Array(repeating: true, count: 6))
      #expect(broker.requests.count == 6)
    }
  }
}
