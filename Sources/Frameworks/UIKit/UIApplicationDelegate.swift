// SPDX-License-Identifier: Apache-2.0

/// The delegate of an application. Each method may be left out.
@MainActor public protocol UIApplicationDelegate: AnyObject {
  /// The screen is locked: the app has until the grace period ends to close files of class complete.
  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)

  /// The device is unlocked: protected files and items can be opened again.
  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
}

extension UIApplicationDelegate {
  /// Does nothing.
  ///
  /// https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationprotecteddatawillbecomeunavailable(_:)
  /// - Parameter application: The application.
  public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}

  /// Does nothing.
  ///
  /// https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationprotecteddatadidbecomeavailable(_:)
  /// - Parameter application: The application.
  public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
}
