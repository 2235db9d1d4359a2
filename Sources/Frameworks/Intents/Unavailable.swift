// SPDX-License-Identifier: Apache-2.0

// SiriKit's intents are made by Xcode of a definition that has no counterpart here. The compiler says so by name.

/// A request of a person to SiriKit, unavailable here. Source: `Intents.INIntent`.
@available(*, unavailable, message: "SiriKit's intents are not here: use AppIntents, with a WidgetConfigurationIntent")
open class INIntent {}

/// A value of a SiriKit intent's parameter, unavailable here. Source: `Intents.INObject`.
@available(*, unavailable, message: "SiriKit's intents are not here: use AppIntents, with an AppEntity")
open class INObject {}

/// The entry point of an extension that handles SiriKit intents, unavailable here. Source: `Intents.INExtension`.
@available(
  *, unavailable,
  message: "SiriKit's extensions are not here: use AppIntents, whose queries are the widget extension's own"
)
open class INExtension {}
