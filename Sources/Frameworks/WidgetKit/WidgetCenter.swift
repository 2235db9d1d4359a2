// SPDX-License-Identifier: Apache-2.0
public import AppIntents
import BrokerClient
import Foundation
import OwnProcess
import Threads
import WidgetModel

/// Tells whoever shows this app's widgets that they show something else. Source: `WidgetKit.WidgetCenter`.
///
/// An app in its sandbox reaches its own extensions' widgets, and an extension its own. Of a program that runs outside of a
/// sandbox nobody knows whose widgets are meant, and nothing is done.
public final class WidgetCenter: Sendable {
  /// Apple's only one.
  public static let shared = WidgetCenter()

  /// Why it is not known which widgets are shown.
  enum Failure: Error { case unknown }

  /// The longest kind that is sent by its name, in bytes. A longer one means all widgets.
  private static let longestKind = 256

  private init() {}

  /// Has the timelines of one kind of widget asked for again, within the budget of the widget.
  ///
  /// - Parameter kind: As the widget's configuration names it.
  public func reloadTimelines(ofKind kind: String) { reload(kind.utf8.count <= Self.longestKind ? kind : nil) }

  /// Has all timelines asked for again, within the budget of each widget.
  public func reloadAllTimelines() { reload(nil) }

  /// Has the ready-made configurations asked for again. Nothing here keeps them, so that there is nothing to forget.
  public func invalidateConfigurationRecommendations() {}

  /// Lists the widgets that are shown now.
  ///
  /// - Parameter completion: Takes them, in no certain order; or why it is not known.
  @preconcurrency public func getCurrentConfigurations(
    _ completion: @escaping @Sendable (Result<[WidgetInfo], any Error>) -> Void
  ) {
    Thread.detachNewThread { completion(Self.configurations()) }
  }

  /// Lists the widgets that are shown now.
  ///
  /// - Returns: Them, in no certain order.
  /// - Throws: Where it is not known.
  public func currentConfigurations() async throws -> [WidgetInfo] {
    try await withCheckedThrowingContinuation { continuation in
      getCurrentConfigurations { continuation.resume(with: $0) }
    }
  }

  // MARK: Where it is said

  private func reload(_ kind: String?) {
    if let output = ExtensionOutput.current {
      output.announce(kind)
    } else {
      // Apple's functions say nothing of what became of it, and neither do these.
      try? BrokerClient.standard().reloadWidgets(ofKind: kind)
    }
  }

  private static func configurations() -> Result<[WidgetInfo], any Error> {
    let known = ExtensionOutput.current == nil ? try? BrokerClient.standard().shownWidgets() : ExtensionOutput.shown
    guard let known else { return .failure(Failure.unknown) }
    return .success(
      known.compactMap { shown in
        Family(name: shown.family).map { WidgetInfo(kind: shown.kind, family: WidgetFamily($0)) }
      })
  }
}

/// A widget that is shown. Source: `WidgetKit.WidgetInfo`.
public struct WidgetInfo: Hashable, Identifiable, Sendable, CustomDebugStringConvertible {
  /// The widget's name in its configuration.
  public let kind: String
  /// The size of the widget.
  public let family: WidgetFamily
  /// Apple's identity of it.
  public var id: WidgetInfo { self }
  /// The name and the size, for a debugger.
  public var debugDescription: String { "\(kind), \(family)" }

  /// The owner's choices for the widget, where they are of this type.
  ///
  /// - Parameter intentType: The widget's type of intent.
  /// - Returns: The intent, with its parameters as they are at first.
  public func widgetConfigurationIntent<Intent: WidgetConfigurationIntent>(of intentType: Intent.Type) -> Intent? {
    intentType.init()
  }
}

/// The output by which an extension tells the process that started it that its widgets show something else.
enum ExtensionOutput {
  private static let variable = "BAILEY_WIDGETS_SHOWN"
  private static let channel = Locked<ExtensionChannel?>(nil)

  /// The channel of the extension that runs; nil in a program that is none.
  static var current: ExtensionChannel? { channel.withLock { $0 } }

  static func use(_ output: ExtensionChannel) { channel.withLock { $0 = output } }

  /// The widgets that were shown when the extension was started.
  static var shown: [(kind: String, family: String)] {
    let list = Environment.value(variable) ?? ""
    return list.split(separator: ",").compactMap { entry in
      let words = entry.split(separator: ":", omittingEmptySubsequences: false)
      guard words.count == 2, let kind = text(words[0]) else { return nil }
      return (kind, String(words[1]))
    }
  }

  private static func text(_ hexadecimal: Substring) -> String? {
    let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hexadecimal.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    return String(validating: bytes, as: UTF8.self)
  }
}
