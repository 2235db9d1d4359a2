// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// When a view changes. Source: `SwiftUI.TimelineSchedule`.
public protocol TimelineSchedule {
  /// How often it may be followed. Source: `SwiftUI.TimelineScheduleMode`.
  typealias Mode = TimelineScheduleMode
  associatedtype Entries: Sequence where Entries.Element == Date
  /// - Parameters:
  ///   - startDate: The first moment.
  ///   - mode: How often it may be followed.
  /// - Returns: The moments.
  func entries(from startDate: Date, mode: Mode) -> Entries
}

/// How often a schedule may be followed. Source: `SwiftUI.TimelineScheduleMode`.
public enum TimelineScheduleMode: Sendable { case normal, lowFrequency }

/// Each minute. Source: `SwiftUI.EveryMinuteTimelineSchedule`.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  /// Apple's initializer.
  public init() {}
  /// Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> UnfoldFirstSequence<Date> {
    let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
    return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0.addingTimeInterval(60) }
  }
}

/// At equal distances. Source: `SwiftUI.PeriodicTimelineSchedule`.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
  private let start: Date
  private let interval: TimeInterval
  /// Apple's initializer.
  public init(from startDate: Date, by interval: TimeInterval) { (start, self.interval) = (startDate, interval) }
  /// Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> UnfoldFirstSequence<Date> {
    let interval = max(interval, 0.001)
    let passed = (startDate.timeIntervalSince(start) / interval).rounded(.down)
    return sequence(first: start.addingTimeInterval(max(passed, 0) * interval)) { $0.addingTimeInterval(interval) }
  }
}

/// At times that are given. Source: `SwiftUI.ExplicitTimelineSchedule`.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
  private let dates: Entries
  /// Apple's initializer.
  public init(_ dates: Entries) { self.dates = dates }
  /// Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

/// As often as the display can. Source: `SwiftUI.AnimationTimelineSchedule`. A picture has one moment of it.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  /// Apple's initializer.
  public init(minimumInterval: Double? = nil, paused: Bool = false) {}
  /// Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> [Date] { [startDate] }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  /// Each minute.
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  /// - Parameters:
  ///   - startDate: The first moment.
  ///   - interval: Seconds between two.
  /// - Returns: The schedule.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
    PeriodicTimelineSchedule(from: startDate, by: interval)
  }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  /// As often as the display can.
  public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
}

extension TimelineSchedule {
  /// - Parameter dates: The moments.
  /// - Returns: The schedule.
  public static func explicit<S: Sequence>(_ dates: S) -> Self where Self == ExplicitTimelineSchedule<S> {
    ExplicitTimelineSchedule(dates)
  }
}

/// The moment that is drawn. Source: `SwiftUI.TimelineView.Context`.
public struct TimelineViewDefaultContext: Sendable {
  /// How often the view may change. Source: `SwiftUI.TimelineView.Context.Cadence`.
  public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
  /// The moment.
  public let date: Date
  /// How often the view may change.
  public let cadence: Cadence
}

/// Content that follows a schedule: drawn as it is at the entry's time. Source: `SwiftUI.TimelineView`.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
  /// The moment that is drawn.
  public typealias Context = TimelineViewDefaultContext

  @Environment(\.now) private var now
  private let schedule: Schedule
  private let content: (Context) -> Content

  /// - Parameters:
  ///   - schedule: When it changes.
  ///   - content: Makes the content of a moment.
  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
    (self.schedule, self.content) = (schedule, content)
  }

  /// The content of the last moment until now.
  public var body: some View {
    // A schedule has no end, or thousands of moments: the next one after now ends the search.
    var date = now
    for (number, moment) in schedule.entries(from: now, mode: .normal).enumerated() {
      if number > 0 && moment > now || number > 10_000 { break }
      date = moment
    }
    return content(Context(date: date, cadence: .minutes))
  }
}
