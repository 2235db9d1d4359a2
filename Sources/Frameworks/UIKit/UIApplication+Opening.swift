// SPDX-License-Identifier: Apache-2.0
import ConsentModel
public import Foundation

extension UIApplication {
  /// An option of opening an address. Source: `UIKit.UIApplication.OpenExternalURLOptionsKey`.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String
    /// An option by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The option that only an app opens the address which has it for its own: no browser is asked then, and none is here.
    public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// The address of the app's settings. They are the owner's in Bailey's console, which no app opens: opening it answers false.
  nonisolated public static let openSettingsURLString = "app-settings:"

  /// Whether addresses of this kind are opened for apps: `https`, `http`, `mailto` and `tel`.
  ///
  /// - Parameter url: An address.
  /// - Returns: False for files, scripts and the addresses of other apps.
  public func canOpenURL(_ url: URL) -> Bool { OpenableAddress(url.absoluteString) != nil }

  /// Has the person's own programs open an address, where the person says so.
  ///
  /// In Bailey's sandbox the person is asked each time; it takes the entitlement `bailey.sandbox.portals`. Elsewhere the desktop's portal
  /// opens it as for any program.
  ///
  /// - Parameters:
  ///   - url: The address: `https`, `http`, `mailto` or `tel`.
  ///   - options: How it is opened.
  ///   - completion: Hears on the main thread whether it was.
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    let (address, isForApps) = (OpenableAddress(url.absoluteString), options[.universalLinksOnly] as? Bool ?? false)
    Task {
      let isOpen: Bool
      if let address, !isForApps { isOpen = await AddressOpening.open(address) } else { isOpen = false }
      completion?(isOpen)
    }
  }

  /// Has the person's own programs open an address, where the person says so.
  ///
  /// - Parameters:
  ///   - url: The address: `https`, `http`, `mailto` or `tel`.
  ///   - options: How it is opened.
  /// - Returns: Whether it was.
  @discardableResult
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    await withCheckedContinuation { continuation in
      self.open(url, options: options) { continuation.resume(returning: $0) }
    }
  }
}
