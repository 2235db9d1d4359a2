// SPDX-License-Identifier: Apache-2.0
import BrokerClient
public import Foundation
import Security

/// The device, as far as it tells an app which publisher's it is.
@MainActor open class UIDevice: NSObject {
  /// The device that the app runs on. Source: `UIKit.UIDevice`, `current`.
  open class var current: UIDevice { theOne }

  private static let theOne = UIDevice()

  /// The identifier that all apps of one publisher on this device share, and no app of another.
  ///
  /// It changes when the publisher's last app was removed and one is installed again. It is nil before the first unlock after a
  /// start, and for a program that Bailey did not start: its publisher is not known.
  ///
  /// Source: https://developer.apple.com/documentation/uikit/uidevice/identifierforvendor
  open var identifierForVendor: UUID? {
    guard let bytes = try? Keychain.broker.vendorIdentifier(), bytes.count == 16 else { return nil }
    // Version and variant of a random UUID (RFC 9562, 5.4).
    var value = bytes
    value[6] = value[6] & 0x0F | 0x40
    value[8] = value[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        value[0], value[1], value[2], value[3], value[4], value[5], value[6], value[7], value[8], value[9], value[10],
        value[11], value[12], value[13], value[14], value[15]
      ))
  }
}
