// SPDX-License-Identifier: Apache-2.0
import BrokerMessages
package import AppModel
import CryptoPrimitives

/// The identity of the asking app: how it is known, and what it may reach.
package struct AppIdentity: Sendable, Equatable {
  package let tier: CallerTier
  package let access: AppAccess

  private init(_ tier: CallerTier, _ access: AppAccess) {
    self.tier = tier
    self.access = access
  }

  /// `registration` gives what is registered at a path.
  package init(of caller: VerifiedCaller, registration: ([UInt8]) -> AppRegistration?) {
    switch caller.origin {
    case .launched(let app, _): self.init(launched: app)
    case .shared where caller.role == .commandLine:
      self.init(.registered, .unregistered([PrivateGroup.commandLine]))
    case .shared where caller.role == .secrets:
      self.init(.registered, .unregistered([PrivateGroup.secretService]))
    // They have no items.
    case .shared where caller.role != .program: self.init(.registered, .unregistered([]))
    case .shared:
      guard let program = caller.program else {
        // A process that hides its executable cannot be told from others, and has no groups at all.
        self.init(.unverified, .unregistered([]))
        return
      }
      self.init(of: program, user: caller.user, registered: registration(program.path))
    }
  }

  package init(launched app: LaunchedApp) {
    let entitlements = app.entitlements
    self.init(
      .launched,
      AppAccess(
        standing: .registered, identifier: app.identifier, groups: entitlements.accessGroups,
        isAppClip: entitlements.isAppClip))
  }

  /// Entitlements count only for the very file that was registered, at its path.
  package init(of program: ProgramFile, user: UInt32, registered: AppRegistration?) {
    let privateGroup = PrivateGroup.name(of: program, user: user)
    guard let registered else {
      self.init(.unverified, .unregistered([privateGroup]))
      return
    }
    guard ExecutableRequirement(registered).isMet(by: program) else {
      self.init(.unverified, AppAccess(standing: .changed, identifier: nil, groups: [privateGroup], isAppClip: false))
      return
    }
    // Without a group there is no private one either: entitlements say all that a registered program may reach.
    let entitlements = registered.entitlements
    self.init(
      .registered,
      AppAccess(
        standing: registered.isFolder ? .development : .registered, identifier: entitlements.applicationIdentifier,
        groups: entitlements.accessGroups,
        isAppClip: entitlements.isAppClip))
  }
}

extension AppAccess {
  fileprivate static func unregistered(_ groups: [String]) -> AppAccess {
    AppAccess(standing: .unregistered, identifier: nil, groups: groups, isAppClip: false)
  }
}

/// The requirement for an executable without a signature to count as the program that was registered.
package struct ExecutableRequirement: Sendable, Hashable {
  package let path: [UInt8]
  /// SHA-256 of the whole file.
  package let digest: [UInt8]

  package init(_ registered: AppRegistration) {
    path = registered.path
    digest = registered.digest
  }

  /// Whether a program meets the requirement. A file that is not at its path does not: a path that only looks like the
  /// registered one proves nothing.
  package func isMet(by program: ProgramFile) -> Bool {
    guard program.place != .elsewhere else { return false }
    // Whoever registered a folder answers for what is built there.
    if path.last == UInt8(ascii: "/") { return program.path.starts(with: path) }
    return program.path == path && program.digest == digest
  }
}

extension PrivateGroup {
  /// A program where only root can put one is known by its path, and keeps its items when it is updated. Any other is
  /// known by its path and its contents: whoever can write there could put another one in its place.
  package static func name(of program: ProgramFile, user: UInt32) -> String {
    let user = Array("bailey private group\0\(user)\0".utf8)
    let known = user + program.path + [0] + (program.place == .guarded ? [] : program.digest)
    let digest = SHA256.hash(known.span)
    return prefix + digest.prefix(20).map { byte in hexadecimal(byte) }.joined()
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
