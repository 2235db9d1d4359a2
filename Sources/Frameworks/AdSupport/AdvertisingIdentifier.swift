// SPDX-License-Identifier: Apache-2.0
import ConsentRequests
public import Foundation

/// The machine's identifier for advertisers.
///
/// Source: https://developer.apple.com/documentation/adsupport/asidentifiermanager
///
/// Unchecked because it has no state: the superclass alone is not Sendable.
open class ASIdentifierManager: NSObject, @unchecked Sendable {
  private static let theOne = ASIdentifierManager()

  private override init() {}

  /// The one of this process.
  ///
  /// - Returns: The manager.
  open class func shared() -> ASIdentifierManager { theOne }

  /// The identifier where the person lets this app track them; zeros everywhere else: not asked yet, refused, restricted, or
  /// nobody to ask. It is not to be kept: it can become zeros at any time.
  open var advertisingIdentifier: UUID {
    guard let bytes = ConsentRequests.advertisingIdentifier, bytes.count == 16 else { return Self.zeros }
    // Version and variant of a random UUID (RFC 9562, 5.4).
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x40, bytes[7],
        bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  private static let zeros = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// Whether the identifier is more than zeros.
  @available(*, deprecated, message: "Use ATTrackingManager.trackingAuthorizationStatus")
  open var isAdvertisingTrackingEnabled: Bool { advertisingIdentifier != Self.zeros }
}
