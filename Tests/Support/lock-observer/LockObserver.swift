// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import SystemCalls
import UIKit

/// An app that does nothing but observe, as code without a delegate does: it never asks for the application.
@main enum LockObserver {
  static func main() {
    let names = [
      UIApplication.protectedDataWillBecomeUnavailableNotification,
      UIApplication.protectedDataDidBecomeAvailableNotification,
    ]
    for name in names {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { say($0.name.rawValue) }
    }
    say("observing")
    dispatchMain()
  }

  /// At once, so that what was said before an end is there.
  private static func say(_ text: String) {
    let output = FileDescriptor(owning: 1)
    try? output.write(Array("\(text)\n".utf8).span)
    _ = output.release()
  }
}
