// SPDX-License-Identifier: Apache-2.0
package import AppModel

/// The register of programs: the executables with their entitlements, and the holder of each access group.
package struct AppRegister: Sendable, Equatable {
  /// The registrations by the path of the program.
  package private(set) var apps: [[UInt8]: AppRegistration] = [:]
  /// The access groups by name: every group that was ever given to a program, or that keys were made for. It stays the
  /// programs' that it was given to, also when these are registered no more, until the owner takes it from them; it is
  /// never free again.
  package private(set) var groups: [String: GroupHolding] = [:]

  /// The owner of groups that the register does not name.
  package let others: Others
  /// SHA-256 of the register of installed apps that counts; nil: none did yet, or none is known.
  package internal(set) var installed: [UInt8]?

  /// The owner of a group that nobody has been given.
  package enum Others: UInt8, Sendable {
    /// Anyone's, while nothing is in it.
    case free = 0
    /// Not known, because the register before this one did not count: it takes the owner to give one to a program.
    case unknown = 1
  }

  package init(others: Others = .free) { self.others = others }

  package init(
    _ apps: [AppRegistration], _ groups: [GroupHolding], others: Others = .free, installed: [UInt8]? = nil
  ) {
    self.installed = installed
    self.others = others
    for app in apps { self.apps[app.path] = app }
    for group in groups { self.groups[group.name] = group }
  }

  // MARK: - Changes

  /// Takes the place of what was registered at the path before.
  mutating func register(_ app: AppRegistration) {
    apps[app.path] = app
    for name in app.entitlements.accessGroups {
      var group = groups[name] ?? GroupHolding(name, [], mayHaveKeys: false)
      group.holders = group.holders.filter { $0.path != app.path }.union([Executable(app)])
      groups[name] = group
    }
  }

  mutating func remove(_ app: AppRegistration) { apps[app.path] = nil }

  /// The groups of a registration are its program's no more.
  mutating func takeGroups(from app: AppRegistration) {
    for name in app.entitlements.accessGroups {
      guard let group = groups[name] else { continue }
      groups[name]?.holders = group.holders.filter { $0.path != app.path }
    }
  }

  mutating func noteKeys(in name: String) {
    groups[name, default: GroupHolding(name, [], mayHaveKeys: true)].mayHaveKeys = true
  }

  // MARK: - Questions

  /// The first group that an executable claims and that is not its own. A group is also not free where it has items
  /// although nobody has it.
  func takenGroup(by app: AppRegistration, _ used: Set<String>) -> String? {
    app.entitlements.accessGroups.first { name in
      guard let group = groups[name] else { return others == .unknown || used.contains(name) }
      return !group.holders.contains(Executable(app))
    }
  }

  /// The first group of a registration in which anything was ever made or is stored.
  func usedGroup(of app: AppRegistration, _ used: Set<String>) -> String? {
    app.entitlements.accessGroups.first { groups[$0]?.mayHaveKeys ?? true || used.contains($0) }
  }
}

/// The owner of an access group.
package struct GroupHolding: Sendable, Equatable {
  package let name: String
  package fileprivate(set) var holders: Set<Executable>
  /// Whether programs may have keys of the enclave that are bound to it. They keep these themselves, where nobody can
  /// count them.
  package fileprivate(set) var mayHaveKeys: Bool

  package init(_ name: String, _ holders: Set<Executable>, mayHaveKeys: Bool) {
    self.name = name
    self.holders = holders
    self.mayHaveKeys = mayHaveKeys
  }
}

/// An executable that a group was given to. Another file at its path is another program.
package struct Executable: Sendable, Hashable {
  package let path: [UInt8]
  /// SHA-256 of the file.
  package let digest: [UInt8]

  package init(path: [UInt8], digest: [UInt8]) {
    self.path = path
    self.digest = digest
  }

  init(_ app: AppRegistration) { self.init(path: app.path, digest: app.digest) }
}
