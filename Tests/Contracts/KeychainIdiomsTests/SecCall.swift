// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security

// The helpers of "Calling Security Framework from Swift": one for each way in which the framework reports errors.

func secCall(_ body: () -> OSStatus) throws {
  let status = body()
  guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: nil) }
}

func secCall<Result>(_ body: (_ result: UnsafeMutablePointer<Result?>) -> OSStatus) throws -> Result {
  var result: Result?
  let status = body(&result)
  guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: nil) }
  return result!
}

func secCall<Result>(_ body: (_ error: UnsafeMutablePointer<Unmanaged<CFError>?>) -> Result?) throws -> Result {
  var error: Unmanaged<CFError>?
  guard let result = body(&error) else { throw error!.takeRetainedValue() as Error }
  return result
}

func secCall(_ body: (_ error: UnsafeMutablePointer<Unmanaged<CFError>?>) -> Bool) throws {
  var error: Unmanaged<CFError>?
  guard body(&error) else { throw error!.takeRetainedValue() as Error }
}

func secCall<Result>(_ body: () -> Result?) throws -> Result {
  guard let result = body() else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam), userInfo: nil) }
  return result
}
