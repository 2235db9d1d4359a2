// SPDX-License-Identifier: Apache-2.0
import BundleResources
public import Foundation

/// The action that opens an address. Source: `SwiftUI.OpenURLAction`.
///
/// A handler of the app's own is asked. The system's action is none in a widget, as on iOS, and it is said on standard error: a
/// widget is a picture, and `Link` and `widgetURL` lead out of it.
@MainActor @preconcurrency public struct OpenURLAction: Sendable {
  /// The outcome that a handler decides. Source: `SwiftUI.OpenURLAction.Result`.
  public struct Result: Sendable {
    fileprivate enum Kind: Sendable { case handled, discarded, system(URL?) }
    fileprivate let kind: Kind
    /// The handler has opened the address.
    public static let handled = Result(kind: .handled)
    /// The address is not to be opened.
    public static let discarded = Result(kind: .discarded)
    /// The system is to open the address.
    public static let systemAction = Result(kind: .system(nil))
    /// The system is to open another address.
    ///
    /// - Parameter url: The address.
    /// - Returns: The outcome.
    public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
  }

  private let handler: (@MainActor @Sendable (URL) -> Result)?

  /// An action with a handler of the app's own.
  ///
  /// - Parameter handler: Decides what happens with an address.
  public nonisolated init(handler: @escaping @MainActor @Sendable (URL) -> Result) { self.handler = handler }
  /// The system's.
  package nonisolated init() { handler = nil }

  /// Opens an address.
  ///
  /// - Parameter url: The address.
  public func callAsFunction(_ url: URL) { self(url) { _ in } }
  /// Opens an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - completion: Hears whether somebody takes it; the system does not.
  public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
    switch handler?(url).kind ?? .system(nil) {
    case .handled: completion(true)
    case .discarded: completion(false)
    case .system:
      BundleRemarks.say("openURL opens nothing in a widget, as on iOS: Link and widgetURL lead to an address")
      completion(false)
    }
  }
}
