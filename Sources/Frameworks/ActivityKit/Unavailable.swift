// SPDX-License-Identifier: Apache-2.0

// Live Activities are shown by iOS for apps that run. The compiler says so by name, rather than that there is no such module.

/// The static data of a Live Activity, unavailable here. Source: `ActivityKit.ActivityAttributes`.
@available(
  *, unavailable,
  message: "Live Activities are not here: offer a widget, and reload it with WidgetCenter when something happens"
)
public protocol ActivityAttributes {}

/// A Live Activity, unavailable here. Source: `ActivityKit.Activity`.
@available(
  *, unavailable,
  message: "Live Activities are not here: offer a widget, and reload it with WidgetCenter when something happens"
)
public struct Activity<Attributes> {}

/// The state of a Live Activity at one time, unavailable here. Source: `ActivityKit.ActivityContent`.
@available(*, unavailable, message: "Live Activities are not here: put the values into a timeline's entry")
public struct ActivityContent<State> {}
