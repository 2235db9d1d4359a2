// SPDX-License-Identifier: Apache-2.0
public import CoreFoundation
package import KeychainModel

/// The conditions under which an item can be read: `kSecAttrAccessControl`.
public final class SecAccessControl: NSObject, CFTypeIdentified {
  package let control: AccessControl

  /// Whether a search handed it out: its item's protection class stands beside it there.
  let isOfItem: Bool

  package init(_ control: AccessControl) {
    self.control = control
    isOfItem = false
  }

  init(ofItem control: AccessControl) {
    self.control = control
    isOfItem = true
  }

  /// The number of the type among Core Foundation's types.
  public static let typeIdentifier: CFTypeID = TypeNumber.firstOfFrameworks

  /// Whether protection and constraints are the same.
  public override func isEqual(_ object: Any?) -> Bool { (object as? SecAccessControl)?.control == control }

  /// Follows `isEqual`.
  public override var hash: Int { control.hashValue }

  /// The protection class and the constraints, as Apple prints them.
  public override var description: String {
    guard let constraints = control.constraints else { return "<SecAccessControlRef: \(control.protection.rawValue)>" }
    return "<SecAccessControlRef: \(control.protection.rawValue);\(String(constraints.rawValue, radix: 16))>"
  }
}

/// The type number of access controls.
///
/// https://developer.apple.com/documentation/security/secaccesscontrolgettypeid()
/// - Returns: The number, the same in each process.
public func SecAccessControlGetTypeID() -> CFTypeID { SecAccessControl.typeIdentifier }

extension SecAccessControl {
  package var needsAuthentication: Bool { control.needsAuthentication }

  package var isMetByPasscode: Bool { control.isMetByPasscode }

  /// Whether a finger is enough, where one is asked for: not where the passcode is wanted too, or alone.
  package var isMetByFinger: Bool { control.isMetByFinger }
}
