// SPDX-License-Identifier: Apache-2.0
import AppModel
import AppRegistry
import CryptoPrimitives
import PropertyLists
import ProtectionModel

/// Entitlements come from anyone, and the registry's file from a disk: both give values or an error.
package enum PropertyListsTarget: FuzzTarget {
  package static let name = "PropertyLists"

  package static func run(_ bytes: [UInt8]) {
    do throws(PropertyListError) {
      let list = try XMLPropertyList.read(bytes.span)
      precondition((try? XMLPropertyList.read(bytes.span)) == list)
    } catch {
      precondition(error.line >= 1)
    }
    if let entitlements = try? Entitlements(xml: bytes.span) {
      precondition(!entitlements.accessGroups.contains { PrivateGroup.isReserved($0) || $0 == "*" })
    }
    do throws(PropertyListError) { _ = try StringsFile.read(bytes.span) } catch { precondition(error.line >= 1) }
    registry(bytes)
    registry(bytes + SHA256.hash(bytes.span))
  }

  private static func registry(_ bytes: [UInt8]) {
    guard let contents = try? AppRegistryFile.decode(bytes.span) else { return }
    guard let again = try? AppRegistryFile.encode(contents.register),
      let seal = RegisterSeal(number: 1, code: SHA256.hash(again.span))
    else { preconditionFailure("a register is not written again") }
    let decoded = try? AppRegistryFile.decode((again + AppRegistryFile.encode(seal)).span)
    precondition(decoded?.register == contents.register && decoded?.seal == seal, "a register has another form")
  }
}
