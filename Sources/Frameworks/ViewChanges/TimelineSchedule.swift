// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The schedule of dates at which a view changes. Source: `SwiftUI.TimelineSchedule`.
public protocol TimelineSchedule {
  /// The frequency at which a schedule is followed. Source: `SwiftUI.TimelineScheduleMode`.
  typealias Mode = TimelineScheduleMode
  associatedtype Entries: Sequence where Entries.Element == Date
  /// Lists the dates of the schedule.
  ///
  /// - Parameters:
  ///   - startDate: The date from which on they are listed.
  ///   - mode: The frequency at which the schedule is followed.
  /// - Returns: The dates in their order.
  func entries(from startDate: Date, mode: Mode) -> Entries
}

/// The frequency at which a schedule is followed. Source: `SwiftUI.TimelineScheduleMode`.
public enum TimelineScheduleMode: Sendable { case normal, lowFrequency }

/// The schedule of every minute. Source: `SwiftUI.EveryMinuteTimelineSchedule`.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
  /// A schedule of every minute.
  public init() {}
  /// Lists the beginnings of minutes. The first is that of the given date. Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> UnfoldFirstSequence<Date> {
    let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
    return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0.addingTimeInterval(60) }
  }
}

/// The schedule of equal intervals. Source: `SwiftUI.PeriodicTimelineSchedule`.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
  private let start: Date
  private let interval: TimeInterval
  /// A schedule of equal intervals, in seconds.
  public init(from startDate: Date, by interval: TimeInterval) { (start, self.interval) = (startDate, interval) }
  /// Lists the dates of the schedule, from the last that is not after the given. Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> UnfoldFirstSequence<Date> {
    let interval = max(interval, 0.001)
    let passed = (startDate.timeIntervalSince(start) / interval).rounded(.down)
    return sequence(first: start.addingTimeInterval(max(passed, 0) * interval)) { $0.addingTimeInterval(interval) }
  }
}

/// The schedule of given dates. Source: `SwiftUI.ExplicitTimelineSchedule`.
public struct ExplicitTimelineSchedule<Entries: Sequence>: TimelineSchedule where Entries.Element == Date {
  private let dates: Entries
  /// A schedule of given dates.
  public init(_ dates: Entries) { self.dates = dates }
  /// Lists the dates that were given. Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> Entries { dates }
}

/// The schedule of an animation. Source: `SwiftUI.AnimationTimelineSchedule`. A picture has one moment of it.
public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
  /// A schedule of an animation.
  public init(minimumInterval: Double? = nil, paused: Bool = false) {}
  /// Lists the given date alone: a picture shows one moment. Source: `SwiftUI`, `entries`.
  public func entries(from startDate: Date, mode: Mode) -> [Date] { [startDate] }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
  /// The schedule of every minute.
  public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
  /// A schedule of equal intervals.
  ///
  /// - Parameters:
  ///   - startDate: The date from which on they are listed.
  ///   - interval: The distance between two dates, in seconds.
  /// - Returns: The schedule.
  public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
    PeriodicTimelineSchedule(from: startDate, by: interval)
  }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
  /// The schedule of an animation.
  public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }
  /// The schedule of an animation, at most so often.
  public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
    AnimationTimelineSchedule()
  }
}

extension TimelineSchedule {
  /// A schedule of given dates.
  ///
  /// - Parameter dates: The dates in their order.
  /// - Returns: The schedule.
  public static func explicit<S: Sequence>(_ dates: S) -> Self where Self == ExplicitTimelineSchedule<S> {
    ExplicitTimelineSchedule(dates)
  }
}
