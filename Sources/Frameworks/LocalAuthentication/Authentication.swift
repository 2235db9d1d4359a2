// SPDX-License-Identifier: Apache-2.0
import AuthenticationModel

/// Who asks the person.
enum Authentication {
  static var service: any AuthenticationService {
    get throws {
      guard let replacement = LAContext.replacement else { throw AuthenticationRefusal.unavailable }
      return replacement
    }
  }
}
