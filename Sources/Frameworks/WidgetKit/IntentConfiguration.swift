// SPDX-License-Identifier: Apache-2.0
public import Intents
public import SwiftUI
import WidgetModel

/// Gives a widget its entries, as its owner has configured it by an intent of a definition. Source: `WidgetKit.IntentTimelineProvider`.
public protocol IntentTimelineProvider {
  /// The type of the timeline's entries.
  associatedtype Entry: TimelineEntry
  /// The type of the intent whose parameters the widget's owner may choose.
  associatedtype Intent: INIntent
  /// The context in which entries are shown.
  typealias Context = TimelineProviderContext

  /// An entry without content: at once, without a look at data. It is what is shown while nothing may be known.
  ///
  /// - Parameter context: Where it is shown.
  /// - Returns: The entry.
  func placeholder(in context: Context) -> Entry

  /// The entry of this moment; a sample in a gallery.
  ///
  /// - Parameters:
  ///   - configuration: What its owner has chosen.
  ///   - context: Where it is shown.
  ///   - completion: Takes the entry. It may be called later.
  @preconcurrency func getSnapshot(
    for configuration: Intent, in context: Context, completion: @escaping @Sendable (Entry) -> Void)

  /// The entries from now on.
  ///
  /// - Parameters:
  ///   - configuration: What its owner has chosen.
  ///   - context: Where they are shown.
  ///   - completion: Takes the timeline. It may be called later.
  @preconcurrency func getTimeline(
    for configuration: Intent, in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)

  /// Configurations that are offered ready-made.
  func recommendations() -> [IntentRecommendation<Intent>]
}

extension IntentTimelineProvider {
  /// Recommends none, where the app does not.
  public func recommendations() -> [IntentRecommendation<Intent>] { [] }
}

/// A configuration that is offered ready-made. Source: `WidgetKit.IntentRecommendation`.
public struct IntentRecommendation<Intent: INIntent> {
  /// The configuration.
  public let intent: Intent
  /// The name for people.
  public let description: String
  /// A recommended intent with a name as it stands in the source.
  public init(intent: Intent, description: some StringProtocol) {
    (self.intent, self.description) = (intent, String(description))
  }
}

/// A widget that its owner configures by an intent of a definition. Source: `WidgetKit.IntentConfiguration`.
public struct IntentConfiguration<Intent: INIntent, Content: View>: WidgetConfiguration, ServedConfiguration {
  /// The type has no body: it is drawn as it is.
  public typealias Body = Never
  private let kind: String
  private let provider: any ServedProvider

  /// A widget by its name, its intent, its provider and its view.
  ///
  /// - Parameters:
  ///   - kind: The widget's name, which stays the same.
  ///   - intent: What its owner may choose.
  ///   - provider: Gives it its entries.
  ///   - content: Makes the view of an entry.
  public init<Provider: IntentTimelineProvider>(
    kind: String, intent: Intent.Type, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Provider.Intent == Intent {
    self.kind = kind
    self.provider = DefinedIntentProvider(provider: provider, content: content)
  }

  package var served: ServedWidget? {
    var description = WidgetDescription.new(kind)
    description.parameters = Intent().definedParameters.map(\.description)
    return ServedWidget(description: description, provider: provider)
  }
}

/// The form with an intent of a definition.
struct DefinedIntentProvider<Provider: IntentTimelineProvider, Content: View>: ServedProvider {
  let provider: Provider
  let content: (Provider.Entry) -> Content

  private func served(_ entry: Provider.Entry) -> ServedEntry { ServedEntry(entry, content) }

  /// Parameters of a definition may be left open: their properties are optional.
  private func configured(_ environment: WidgetEnvironment) -> Provider.Intent {
    let intent = Provider.Intent()
    for parameter in intent.definedParameters {
      let chosen = environment.configuration.last { $0.name == parameter.description.name }
      if let chosen { parameter.set(chosen.value) }
    }
    return intent
  }

  func served(any entry: any TimelineEntry) -> ServedEntry? { (entry as? Provider.Entry).map(served) }

  func placeholder(_ environment: WidgetEnvironment) -> ServedEntry {
    served(provider.placeholder(in: TimelineProviderContext(environment)))
  }

  func snapshot(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> ServedEntry {
    let place = Place<Provider.Entry>()
    provider.getSnapshot(for: configured(environment), in: TimelineProviderContext(environment)) { place.put($0) }
    return served(await place.value)
  }

  func timeline(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> (
    [ServedEntry], WidgetTimeline.Reload
  ) {
    let place = Place<Timeline<Provider.Entry>>()
    provider.getTimeline(for: configured(environment), in: TimelineProviderContext(environment)) { place.put($0) }
    let timeline = await place.value
    return (timeline.entries.map(served), timeline.policy.model)
  }
}
