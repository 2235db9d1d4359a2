// SPDX-License-Identifier: Apache-2.0
import AppContainers
import AppSandbox
package import BrokerClient
package import ConsentModel
import Files
import FuseSession
import Glibc
import OwnProcess
package import Processes
import SharedFolders
package import SystemCalls
import Threads

/// Shows an app the person's folders that it was allowed, without the app's knowing of it.
///
/// A mount of this start's own is in the sandbox from the beginning. What it shows changes while the app runs: the first look
/// into a folder waits for the person, and what they take back is gone at once, open files and mappings too.
package final class FolderAccess: Sendable {
  /// The app's folders, by their paths in the sandbox.
  package let shown: [(folder: MountSource, inside: String)]

  private let folders: SharedFolders
  private let permissions: [FolderPermission]
  /// The files that the person chose; nil where the app is not entitled to files that the person chooses.
  private let chosen: ChosenFiles?
  private let app: String
  private let mount: Mount
  private let place: String
  /// The client by which `bailey-run` asks for the app that it started.
  private let owner: BrokerClient
  private let uses: FolderUses
  private let note: @Sendable (String) -> Void

  /// The maximum number of failures, for longer than `baileyd` takes to be started again.
  private static let mostFailures = 15
  /// Calls that wait for the person hold a thread each; there are more than may wait.
  private static let (workers, mostWaiting) = (32, 24)

  /// The request for folders: those that are shown, and those that must not be reached through them.
  package struct Request: Sendable {
    /// The app's identifier.
    package let app: String
    package let entitlements: FolderEntitlements
    package let personal: PersonalFolders
    /// Paths.
    package let excluded: [String]

    package init(
      of app: String, _ entitlements: FolderEntitlements, _ personal: PersonalFolders, excluding excluded: [String]
    ) {
      self.app = app
      self.entitlements = entitlements
      self.personal = personal
      self.excluded = excluded
    }
  }

  /// Mounts at `place`, which is made. Nil where there is nothing to show. `owner` is asked by `bailey-run`, for the app that it
  /// started; `note` says to the person what became of the app's folders.
  package static func mounted(
    _ request: Request, at place: String, owner: BrokerClient,
    note: @escaping @Sendable (String) -> Void
  ) throws(SystemError) -> FolderAccess? {
    let person = FolderPermission.Person(
      ask: { owner.mayLend($0, asking: .person) }, stands: { owner.mayLend($0, asking: .standing) })
    let waiters = CallersWaiting(atMost: mostWaiting)
    var areas: [SharedFolders.Area: SharedFolders.Contents] = [:]
    var permissions: [FolderPermission] = []
    for (area, kind, service) in folders {
      guard let right = request.entitlements.rights[area], let path = request.personal[kind],
        let canonical = Environment.canonicalPath(path),
        ShareableFile.mayBeThere(canonical, excluding: request.excluded)
      else { continue }
      let permission = FolderPermission(service, waiters: waiters, person)
      // A folder that is not there is not shown.
      guard let place = try? SharedPlace(folder: canonical, right, permission) else { continue }
      areas[area] = .folder(place)
      permissions.append(permission)
    }
    if let right = request.entitlements.rights[.volumes] {
      let volumes = VolumePlaces(
        right, network: FolderPermission(.networkVolumes, waiters: waiters, person),
        removable: FolderPermission(.removableVolumes, waiters: waiters, person))
      areas[.volumes] = .places { volumes.places }
      permissions += [volumes.network, volumes.removable]
    }
    let chosen = request.entitlements.rights[.chosen].map { ChosenFiles($0, excluding: request.excluded) }
    if let chosen {
      if let handed = try? owner.sharedFiles(ofApp: request.app) { _ = chosen.update(handed) }
      areas[.chosen] = .places { chosen.places }
    }
    guard !areas.isEmpty else { return nil }
    return try FolderAccess(areas, permissions, chosen, request, at: place, owner, note)
  }

  private static let folders: [(SharedFolders.Area, PersonalFolders.Kind, ConsentService)] = [
    (.desktop, .desktop, .desktopFolder), (.documents, .documents, .documentsFolder),
    (.downloads, .downloads, .downloadsFolder),
  ]

  private init(
    _ areas: [SharedFolders.Area: SharedFolders.Contents], _ permissions: [FolderPermission], _ chosen: ChosenFiles?,
    _ request: Request, at place: String, _ owner: BrokerClient,
    _ note: @escaping @Sendable (String) -> Void
  ) throws(SystemError) {
    uses = FolderUses(owner)
    folders = SharedFolders(areas, excluding: request.excluded, uses: uses)
    (self.permissions, self.chosen, app) = (permissions, chosen, request.app)
    (self.place, self.owner, self.note) = (place, owner, note)
    try FileDescriptor.makeFolders(place, mode: 0o700)
    var options = MountOptions(
      name: "bailey-app", audience: .owner, workers: Self.workers, transport: .device,
      // What others do with the person's files is seen at once, and so is what was taken back.
      lifetimes: CacheLifetimes(attributes: 0, names: 0))
    // One that waits for the person holds up no other.
    options.looksUpInParallel = true
    options.locks = .ofFilesystem
    // Nothing of the person's stays mounted where this process is killed.
    mount = try Mount(at: place, folders, options, keeper: MountKeeper(of: place, atEnd: .unmounts))
    var shown: [(folder: MountSource, inside: String)] = []
    for area in areas.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      shown.append((try MountSource(area.name, servedAt: place), area.pathInside))
    }
    self.shown = shown
  }

  // MARK: - Taking back

  /// Starts to follow the shared files. It is called once, when signals are handled.
  package func follow() throws(SystemError) {
    try SystemThread.start(named: "folders") { [self] in followChanges() }
  }

  /// `baileyd` was started again.
  package func baileydIsBack() { uses.beginAgain() }

  private func followChanges() {
    owner.followConsent { [self] news in
      switch news {
      case .count:
        takeBackWhatFell(withoutAnswer: false)
        followChosenFiles()
      // Without `baileyd` nothing stands.
      case .silence(let failures): if failures >= Self.mostFailures { takeBackWhatFell(withoutAnswer: true) }
      }
    }
  }

  private func takeBackWhatFell(withoutAnswer: Bool) {
    for permission in permissions where permission.isGranted {
      guard let service = permission.service, !stands(service, withoutAnswer: !withoutAnswer) else { continue }
      folders.takeBack(permission, from: mount)
      note("The app may not \(service.operation) any more. It goes on; what it had open there fails from now on.")
    }
  }

  private func stands(_ service: ConsentService, withoutAnswer: Bool) -> Bool {
    do {
      guard case .stands(let standing) = try owner.lend(service, asking: .standing) else { return false }
      return standing.givesAccess
    } catch .refused {
      // An app that was removed has nothing.
      return false
    } catch {
      return withoutAnswer
    }
  }

  private func followChosenFiles() {
    guard let chosen, let handed = try? owner.sharedFiles(ofApp: app) else { return }
    let gone = chosen.update(handed)
    for permission in gone { folders.takeBack(permission, from: mount) }
    if !gone.isEmpty { note("Files that it was handed were taken back. It goes on; what it had open of them fails.") }
  }

  // MARK: - What the person chooses in the app

  package var mayChoose: Bool { chosen != nil }
  package var mayChange: Bool { chosen?.most == .writing }

  /// The paths at which the app finds files or folders until it ends; nil where the app is not entitled to them, or one
  /// of them cannot be shared.
  package func choose(_ paths: [String], _ right: SharedFile.Right) -> [String]? {
    chosen?.add(paths, right)?.map { "\(SharedFolders.Area.chosen.pathInside)/\($0)" }
  }

  /// Ends the access. To be called when the app has ended.
  package func finish() {
    for permission in permissions { permission.end() }
    mount.unmount()
    let path = SplitPath(place)
    try? FileDescriptor.open(path.folder, O_RDONLY | O_DIRECTORY).removeDirectory(path.name)
  }
}

extension SharedFolders.Area {
  /// The path at which programs in the sandbox look for the area.
  var pathInside: String { self == .volumes ? "/media" : "\(SandboxPlan.home)/\(name)" }
}
