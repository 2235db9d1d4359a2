// SPDX-License-Identifier: Apache-2.0
public import AppIntents
public import SwiftUI
import WidgetModel

/// Gives a widget its entries, as its owner has configured it. Source: `WidgetKit.AppIntentTimelineProvider`.
public protocol AppIntentTimelineProvider: Sendable {
  /// The type of the timeline's entries.
  associatedtype Entry: TimelineEntry
  /// The type of the intent whose parameters the widget's owner may choose.
  associatedtype Intent: WidgetConfigurationIntent
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
  /// - Returns: The entry.
  func snapshot(for configuration: Intent, in context: Context) async -> Entry

  /// The entries from now on.
  ///
  /// - Parameters:
  ///   - configuration: What its owner has chosen.
  ///   - context: Where they are shown.
  /// - Returns: The entries.
  func timeline(for configuration: Intent, in context: Context) async -> Timeline<Entry>

  /// Configurations that are offered ready-made.
  func recommendations() -> [AppIntentRecommendation<Intent>]
}

extension AppIntentTimelineProvider {
  /// Recommends none, where the app does not.
  public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
}

/// A configuration that is offered ready-made. Source: `WidgetKit.AppIntentRecommendation`.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent>: Sendable {
  /// The configuration.
  public let intent: Intent
  /// The name for people.
  public let description: String
  /// A recommended intent with a name as it stands in the source.
  public init(intent: Intent, description: some StringProtocol) {
    (self.intent, self.description) = (intent, String(description))
  }
  /// A recommended intent with a name that is translated.
  public init(intent: Intent, description: LocalizedStringResource) {
    (self.intent, self.description) = (intent, String(localized: description))
  }
}

/// A widget that its owner configures. Source: `WidgetKit.AppIntentConfiguration`.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration,
  ServedConfiguration
{
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
  public init<Provider: AppIntentTimelineProvider>(
    kind: String, intent: Intent.Type = Intent.self, provider: Provider,
    @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) where Provider.Intent == Intent {
    self.kind = kind
    self.provider = IntentProvider(provider: provider, content: content)
  }

  package var served: ServedWidget? {
    var description = WidgetDescription.new(kind)
    description.parameters = IntentArchive.description(of: Intent())
    return ServedWidget(description: description, provider: provider)
  }
}

/// The form with an intent.
struct IntentProvider<Provider: AppIntentTimelineProvider, Content: View>: ServedProvider {
  let provider: Provider
  let content: (Provider.Entry) -> Content

  private func served(_ entry: Provider.Entry) -> ServedEntry { ServedEntry(entry, content) }

  private func configured(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> Provider.Intent {
    let intent = Provider.Intent()
    if let missing = await IntentArchive.configure(intent, environment.configuration) {
      throw ProviderFailure(reason: "nobody has chosen '\(missing)'")
    }
    return intent
  }

  func served(any entry: any TimelineEntry) -> ServedEntry? { (entry as? Provider.Entry).map(served) }

  func placeholder(_ environment: WidgetEnvironment) -> ServedEntry {
    served(provider.placeholder(in: TimelineProviderContext(environment)))
  }

  func snapshot(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> ServedEntry {
    let intent = try await configured(environment)
    return served(await provider.handedSnapshot(intent, TimelineProviderContext(environment)).value)
  }

  func timeline(_ environment: WidgetEnvironment) async throws(ProviderFailure) -> (
    [ServedEntry], WidgetTimeline.Reload
  ) {
    let intent = try await configured(environment)
    let timeline = await provider.handedTimeline(intent, TimelineProviderContext(environment)).value
    return (timeline.entries.map(served), timeline.policy.model)
  }

  func options(of parameter: String) async -> [ParameterOption] {
    let intent = Provider.Intent()
    guard let found = IntentArchive.parameters(of: intent).first(where: { $0.name == parameter }) else { return [] }
    return await found.parameter.offered()
  }
}

extension AppIntentTimelineProvider {
  fileprivate func handedSnapshot(_ intent: Intent, _ context: Context) async -> Handed<Entry> {
    Handed(await snapshot(for: intent, in: context))
  }

  func handedTimeline(_ intent: Intent, _ context: Context) async -> Handed<Timeline<Entry>> {
    Handed(await timeline(for: intent, in: context))
  }
}
