// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Foundation
public import SwiftUI

/// A button by which the person gives an app their location until it ends.
///
/// As a view it shows its arrow and words, white on blue. Bailey draws views in widgets alone, where nobody can tap it:
/// whoever shows it in a window calls `tap` when the person taps it. What is said of `CLLocationButton` goes for it too.
///
/// Source: https://developer.apple.com/documentation/corelocationui/locationbutton
@MainActor @preconcurrency public struct LocationButton: View {
  /// The words. Source: `CoreLocationUI.LocationButton.Title`.
  public struct Title: Hashable, Sendable {
    let label: LocationButtonLook.Label

    /// The title “Current Location”.
    public static let currentLocation = Title(label: .currentLocation)
    /// The title “Send Current Location”.
    public static let sendCurrentLocation = Title(label: .sendCurrentLocation)
    /// The title “Send My Current Location”.
    public static let sendMyCurrentLocation = Title(label: .sendMyCurrentLocation)
    /// The title “Share Current Location”.
    public static let shareCurrentLocation = Title(label: .shareCurrentLocation)
    /// The title “Share My Current Location”.
    public static let shareMyCurrentLocation = Title(label: .shareMyCurrentLocation)
  }

  private let title: Title?
  private let action: @MainActor () -> Void

  /// A button with an arrow, and words where there are any.
  ///
  /// - Parameters:
  ///   - title: The words.
  ///   - action: What is carried out with each tap, after it was decided whether the app gets the location.
  public init(_ title: Title? = nil, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }

  /// The arrow and the words.
  public var body: some View {
    HStack(spacing: 6) {
      Image(systemName: "location.fill")
      if let words = title?.label.title(in: ButtonTap.language) { Text(verbatim: words) }
    }
    .foregroundStyle(Self.white)
    .padding(8)
    .background(Self.blue)
  }

  /// Bailey's own: to be called by whoever shows the button, when the person taps it.
  public func tap() {
    let action = action
    let look = LocationButtonLook(
      .arrowFilled, title?.label ?? .none, title: UIColor.white.color, on: UIColor.systemBlue.color, fontSize: nil,
      language: ButtonTap.language, width: nil)
    ButtonTap(look: look).carryOut(action)
  }

  private static let white = Color(red: 1, green: 1, blue: 1)
  private static let blue = Color(red: 0, green: 0.37, blue: 0.9)
}
