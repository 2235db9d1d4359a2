// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The base class of app delegates. There are no events here to respond to.
@MainActor open class UIResponder: NSObject {
  /// A responder that knows of nothing yet.
  public override nonisolated init() { super.init() }
}
