// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import ViewChanges

/// The date that a timeline view draws. Source: `SwiftUI.TimelineView.Context`.
public struct TimelineViewDefaultContext: Sendable {
  /// The frequency at which a view may change. Source: `SwiftUI.TimelineView.Context.Cadence`.
  public enum Cadence: Comparable, Sendable { case live, seconds, minutes }
  /// The date that is drawn.
  public let date: Date
  /// The frequency at which the view may change.
  public let cadence: Cadence
}

/// A view that follows a schedule, drawn as it is at the entry's date. Source: `SwiftUI.TimelineView`.
public struct TimelineView<Schedule: TimelineSchedule, Content: View>: View {
  /// The date that a timeline view draws.
  public typealias Context = TimelineViewDefaultContext

  @Environment(\.now) private var now
  private let schedule: Schedule
  private let content: (Context) -> Content

  /// A view that is drawn anew at the dates of a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The schedule of the dates.
  ///   - content: The closure that makes the content of a date.
  public init(_ schedule: Schedule, @ViewBuilder content: @escaping (Context) -> Content) {
    (self.schedule, self.content) = (schedule, content)
  }

  /// The content of the schedule's last date until now.
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
