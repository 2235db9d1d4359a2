// SPDX-License-Identifier: Apache-2.0
import CoreLocationUI

/// A location button that is tapped as soon as it is there, in the place of a person.
@MainActor final class LocationButtonTapper {
  private let button = CLLocationButton()

  init(isReadable: Bool = true) {
    button.label = .shareCurrentLocation
    button.cornerRadius = 8
    if !isReadable {
      button.backgroundColor = .white
      button.tintColor = .systemGray
    }
  }

  func tap() async {
    await withCheckedContinuation { continuation in
      button.addAction(UIAction { _ in continuation.resume() }, for: .touchUpInside)
      button.sendActions(for: .touchUpInside)
    }
    await LocationFollower().tell(isOnce: true)
  }
}
