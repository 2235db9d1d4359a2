// SPDX-License-Identifier: Apache-2.0

// Controls of windows. On Apple's systems too a widget's buttons and toggles run no closures: they do nothing, or open the app.

extension Button {
  /// A button that runs a closure, which a widget cannot: the compiler refuses it.
  /// Source: `SwiftUI.Button`, `init(role:action:label:)`.
  @available(
    *, unavailable, message: "a widget is a picture, and runs no closure when it is tapped: use Button(intent:)"
  )
  public init(role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label) { fatalError() }
}

extension Button where Label == Text {
  /// A button with a localized title that runs a closure, which a widget cannot: the compiler refuses it.
  /// Source: `SwiftUI.Button`, `init(_:role:action:)`.
  @available(
    *, unavailable, message: "a widget is a picture, and runs no closure when it is tapped: use Button(intent:)"
  )
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) { fatalError() }
  /// A button with a title that runs a closure, which a widget cannot: the compiler refuses it.
  /// Source: `SwiftUI.Button`, `init(_:role:action:)`.
  @available(
    *, unavailable, message: "a widget is a picture, and runs no closure when it is tapped: use Button(intent:)"
  )
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, role: ButtonRole? = nil, action: @escaping () -> Void
  ) { fatalError() }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  /// A button with a title and a symbol that runs a closure, which a widget cannot: the compiler refuses it.
  /// Source: `SwiftUI.Button`, `init(_:systemImage:role:action:)`.
  @available(
    *, unavailable, message: "a widget is a picture, and runs no closure when it is tapped: use Button(intent:)"
  )
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
  ) { fatalError() }
}
