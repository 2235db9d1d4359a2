// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import WidgetModel

/// The content of a widget from a date on. Source: `WidgetKit.TimelineEntry`.
public protocol TimelineEntry: SendableMetatype {
  /// The date from which on the entry is shown.
  var date: Date { get }
  /// How much it matters then.
  var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
  /// How much the entry matters: unsaid, where the app says nothing. Source: `WidgetKit`, `relevance`.
  public var relevance: TimelineEntryRelevance? { nil }
}

/// How much an entry matters. Source: `WidgetKit.TimelineEntryRelevance`.
public struct TimelineEntryRelevance: Hashable, Codable, Sendable {
  /// The weight against the app's other entries.
  public let score: Float
  /// The time in seconds for which the score holds; until the next entry if it is 0.
  public let duration: TimeInterval
  /// A relevance by its score and its time.
  ///
  /// - Parameters:
  ///   - score: Against the app's other entries.
  ///   - duration: For how long.
  public init(score: Float, duration: TimeInterval = 0) { (self.score, self.duration) = (score, duration) }
}

/// The policy by which a new timeline is requested. Source: `WidgetKit.TimelineReloadPolicy`.
public struct TimelineReloadPolicy: Equatable, Sendable {
  let model: WidgetTimeline.Reload
  /// The policy that requests a new timeline after the last entry's date.
  public static let atEnd = TimelineReloadPolicy(model: .atEnd)
  /// The policy that requests a new timeline only when the app says so.
  public static let never = TimelineReloadPolicy(model: .never)
  /// A new timeline is asked for at a date, or later where the budget is used up.
  ///
  /// - Parameter date: When.
  /// - Returns: The policy.
  public static func after(_ date: Date) -> TimelineReloadPolicy {
    TimelineReloadPolicy(model: .after(date.timeIntervalSinceReferenceDate))
  }
}

/// The entries of a widget, and when to ask for more. Source: `WidgetKit.Timeline`.
public struct Timeline<EntryType: TimelineEntry> {
  /// The entries in the order of time.
  public let entries: [EntryType]
  /// The policy by which a new timeline is requested.
  public let policy: TimelineReloadPolicy
  /// A timeline by its entries, and when a new one is asked for.
  ///
  /// - Parameters:
  ///   - entries: In the order of time.
  ///   - policy: When a new one is asked for.
  public init(entries: [EntryType], policy: TimelineReloadPolicy) { (self.entries, self.policy) = (entries, policy) }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// The context in which a provider's entries are shown. Source: `WidgetKit.TimelineProviderContext`.
public struct TimelineProviderContext: Sendable {
  /// The widget's size.
  public let family: WidgetFamily
  /// Whether the entries are for a gallery, where samples are shown.
  public let isPreview: Bool
  /// The widget's size in points.
  public let displaySize: CGSize

  package init(_ environment: WidgetEnvironment) {
    family = WidgetFamily(environment.family)
    isPreview = environment.isPreview
    displaySize = CGSize(width: environment.size.width, height: environment.size.height)
  }
}

/// Gives a widget its entries. Source: `WidgetKit.TimelineProvider`.
public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext

  /// An entry without content: at once, without a look at data. It is what is shown while nothing may be known.
  ///
  /// - Parameter context: Where it is shown.
  /// - Returns: The entry.
  func placeholder(in context: Context) -> Entry

  /// The entry of this moment; a sample in a gallery.
  ///
  /// - Parameters:
  ///   - context: Where it is shown.
  ///   - completion: Takes the entry.
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)

  /// The entries from now on.
  ///
  /// - Parameters:
  ///   - context: Where they are shown.
  ///   - completion: Takes the entries.
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}
