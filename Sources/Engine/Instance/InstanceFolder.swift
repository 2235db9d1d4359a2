// SPDX-License-Identifier: Apache-2.0
import Files
import Glibc
package import InstanceLayout
package import SystemCalls
package import WidgetModel

/// The open folders of one instance.
package struct InstanceFolder: ~Copyable, Sendable {
  package let location: InstanceLocation
  package let home: FileDescriptor
  package let sockets: FileDescriptor

  /// Opens an instance that exists.
  package init(existing location: InstanceLocation) throws(InstanceError) {
    let home = try openFolder(location.home, missing: .notCreated(home: location.home))
    let sockets = try openFolder(location.sockets, missing: .notCreated(home: location.home))
    self.location = location
    self.home = home
    self.sockets = sockets
  }

  /// Opens an instance and makes what is missing of its folders, each for this user only.
  package init(creating location: InstanceLocation) throws(InstanceError) {
    try makeFolders(location.home)
    let home = try openFolder(location.home, missing: .notCreated(home: location.home))
    for name in ["broker", "enclave", "files", "log", "run"] { try makeFolder(name, in: home, path: location.home) }
    if location.sockets != location.home + "/run" { try makeFolders(location.sockets) }
    let sockets = try openFolder(location.sockets, missing: .notCreated(home: location.home))
    self.location = location
    self.home = home
    self.sockets = sockets
  }
}

// MARK: - Contents

extension InstanceFolder {
  /// Whether there is anything that keys of an earlier start may be needed for: nothing is put into these folders before
  /// the enclave has keys. A folder that cannot be read may hold anything; one that was emptied by hand is a store still.
  package var mayHoldSealedFiles: Bool {
    ["files", "broker"].contains { name in
      var isEmpty = true
      do {
        let folder = try home.open(name, O_RDONLY | O_DIRECTORY)
        if try Self.isStore(folder) { return true }
        try folder.forEachEntry { _ in
          isEmpty = false
          return .stop
        }
      } catch {
        return true
      }
      return !isEmpty
    }
  }

  private static func isStore(_ folder: borrowing FileDescriptor) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try folder.extendedAttribute("user.bailey") != nil
    } catch  where error.code == EOPNOTSUPP {
      // Nor can there be a store where there are no such attributes.
      return false
    }
  }
}

// MARK: - Configuration

extension InstanceFolder {
  package var hasConfiguration: Bool { (try? home.status(of: "config")) != nil }

  /// The settings; the defaults where there is no file.
  package func configuration() throws(InstanceError) -> Configuration {
    let path = location.home + "/config"
    let bytes: [UInt8]
    do {
      let file = try home.open("config", O_RDONLY)
      bytes = try file.read(count: 65536, at: 0)
    } catch {
      if error.code == ENOENT { return Configuration() }
      throw .unreadable(path: path, error)
    }
    do {
      return try Configuration(text: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .configuration(path: path, line: error.line, error.problem)
    }
  }

  /// Replaces the file at once: a crash leaves the old settings or the new ones.
  package func save(_ configuration: Configuration) throws(InstanceError) {
    try replace("config", with: configuration.text)
  }

  private func replace(_ name: String, with text: String) throws(InstanceError) {
    do throws(SystemError) {
      do {
        let file = try home.open("\(name).new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        try file.write(Array(text.utf8).span, at: 0)
        try file.sync()
      }
      try home.rename("\(name).new", to: home, as: name)
      try home.sync()
    } catch {
      throw .unwritable(path: "\(location.home)/\(name)", error)
    }
  }
}

// MARK: - Surfaces

extension InstanceFolder {
  private static let surfaces = "widgets"
  private static let longestSurfaces = 64 << 10

  /// The lines of a text file about surfaces. It can only hide more than the owner has chosen with the passcode: a file
  /// that is not there, or cannot be read, says nothing.
  package var surfaceLimits: [SurfaceChange] {
    guard let file = try? home.open(Self.surfaces, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let bytes = try? file.readToEnd(atMost: Self.longestSurfaces)
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { SurfaceChange(String($0)) }
  }

  /// The owner has chosen, so that lines about the same no longer count.
  package func forgetSurfaceLimits(where isMeant: (SurfaceChange) -> Bool) throws(InstanceError) {
    let limits = surfaceLimits
    let rest = limits.filter { !isMeant($0) }
    guard rest.count < limits.count else { return }
    try replace(Self.surfaces, with: rest.map { $0.line + "\n" }.joined())
  }
}

// MARK: - Folders

private func openFolder(_ path: String, missing: InstanceError) throws(InstanceError) -> FileDescriptor {
  do throws(SystemError) {
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    guard try folder.status().st_uid == geteuid() else { throw SystemError(.open, code: EOWNERDEAD) }
    return folder
  } catch {
    switch error.code {
    case ENOENT: throw missing
    case EOWNERDEAD: throw .ownedByAnother(path: path)
    default: throw .unreadable(path: path, error)
    }
  }
}

private func makeFolders(_ path: String) throws(InstanceError) {
  do { try FileDescriptor.makeFolders(path, mode: 0o700) } catch { throw .unwritable(path: path, error) }
}

private func makeFolder(
  _ name: String, in folder: borrowing FileDescriptor, path: String
) throws(InstanceError) {
  do {
    try folder.makeDirectory(name, mode: 0o700)
  } catch {
    if error.code != EEXIST { throw .unwritable(path: path + "/" + name, error) }
  }
}
