// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import ConsentRequests
public import Foundation

/// The arrow on a location button. Apple's values.
public enum CLLocationButtonIcon: Int, Sendable {
  /// Words alone.
  case none = 0
  /// An arrow that is filled.
  case arrowFilled = 1
  /// An arrow of lines.
  case arrowOutline = 2
}

/// The words on a location button. Apple's values.
public enum CLLocationButtonLabel: Int, Sendable {
  /// An arrow alone.
  case none = 0
  /// The title “Current Location”.
  case currentLocation = 1
  /// The title “Send Current Location”.
  case sendCurrentLocation = 2
  /// The title “Send My Current Location”.
  case sendMyCurrentLocation = 3
  /// The title “Share Current Location”.
  case shareCurrentLocation = 4
  /// The title “Share My Current Location”.
  case shareMyCurrentLocation = 5
}

/// A button by which the person gives an app their location until it ends.
///
/// Bailey draws no windows: whoever shows the button takes its words and looks from here, and calls `sendActions` when the
/// person taps it. The first tap has Bailey ask the person whether taps count; later ones do not ask. A tap gives no location
/// where the button cannot be read: with too little contrast, a background that lets too much through, or words that do not
/// fit in the frame. The actions are carried out all the same.
///
/// Source: https://developer.apple.com/documentation/corelocationui/cllocationbutton
@MainActor open class CLLocationButton {
  /// The arrow.
  open var icon = CLLocationButtonIcon.arrowFilled
  /// The words.
  open var label = CLLocationButtonLabel.currentLocation
  /// The size of the title in points; 0 for the size of running text.
  open var fontSize: CGFloat = 0
  /// The radius of the corners in points. It does not decide anything.
  open var cornerRadius: CGFloat = 0
  /// The colour behind arrow and title.
  open var backgroundColor: UIColor? = .systemBlue
  /// The colour of arrow and title.
  open var tintColor: UIColor? = .white
  /// The frame of the button. Without a width it is as wide as its words need.
  open var frame: CGRect

  private var actions: [UIAction] = []

  /// A button at a place.
  ///
  /// - Parameter frame: The place; without a width the button is as wide as its words need.
  public init(frame: CGRect = .zero) { self.frame = frame }

  /// Has an action carried out with each tap, after it was decided whether the app gets the location.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - events: What it is for; a tap is `touchUpInside`.
  open func addAction(_ action: UIAction, for events: UIControl.Event) {
    if events.contains(.touchUpInside) { actions.append(action) }
  }

  /// Performs the actions of the button; whoever shows it calls this when the person taps it.
  ///
  /// - Parameter events: What happened; a tap is `touchUpInside`.
  open func sendActions(for events: UIControl.Event) {
    guard events.contains(.touchUpInside) else { return }
    let actions = actions
    ButtonTap(look: look).carryOut { for action in actions { action.handler(action) } }
  }

  /// Bailey's own: the words in a language, English where it has none in that one.
  ///
  /// - Parameter language: The language's code of two letters.
  /// - Returns: The words; nil for a button without.
  public func title(in language: String = ButtonTap.language) -> String? { look.label.title(in: language) }

  private var look: LocationButtonLook {
    LocationButtonLook(
      LocationButtonLook.Icon(icon), LocationButtonLook.Label(label),
      // What has no colour cannot be seen.
      title: (tintColor ?? .clear).color, on: (backgroundColor ?? .clear).color,
      fontSize: fontSize == 0 ? nil : Double(fontSize), language: ButtonTap.language,
      width: frame.width > 0 ? Double(frame.width) : nil)
  }
}

extension LocationButtonLook.Icon {
  fileprivate init(_ icon: CLLocationButtonIcon) {
    self =
      switch icon {
      case .none: .none
      case .arrowFilled: .arrowFilled
      case .arrowOutline: .arrowOutline
      }
  }
}

extension LocationButtonLook.Label {
  fileprivate init(_ label: CLLocationButtonLabel) {
    self =
      switch label {
      case .none: .none
      case .currentLocation: .currentLocation
      case .sendCurrentLocation: .sendCurrentLocation
      case .sendMyCurrentLocation: .sendMyCurrentLocation
      case .shareCurrentLocation: .shareCurrentLocation
      case .shareMyCurrentLocation: .shareMyCurrentLocation
      }
  }
}
