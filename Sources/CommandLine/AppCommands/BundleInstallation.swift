// SPDX-License-Identifier: Apache-2.0
import Advice
import AppBundles
import AppContainers
import AppModel
import AppStore
import BrokerClient
import BrokerMessages
import Glibc
import InstanceAccess
import InstanceLayout
import MenuEntries
import SystemCalls
import TerminalConsole

/// Puts bundles into the store and takes them out again.
///
/// The new version lies complete in the store before `baileyd` is asked to let it count: whatever ends the installation
/// early, one version is installed, and the whole of it is there.
struct BundleInstallation {
  let client: BrokerClient
  let console: Console

  /// The app, and what was installed before.
  func install(
    _ bundle: borrowing OpenBundle, _ consent: UpdateConsent
  ) throws(CommandFailure) -> (app: AppDescription, before: InstalledApp?) {
    let description = try bundle.description()
    try DeclaredScreens.check(try bundle.info(), of: bundle.path)
    let seal = try bundle.checking { () throws(BundleDefect) in try BundleSeal.signature(in: bundle.folder) }
    let papers = BundlePapers(
      sealedList: seal.bytes, signature: seal.signature, info: try bundle.info(),
      entitlements: try bundle.contents(of: Entitlements.file) ?? [], extensions: try extensions(in: bundle, seal.list))
    let before = try installed(description.identifier)
    let approval = UpdateApproval(description, papers.entitlements, before, console: console)
    try approval.ask(consent)
    try withStore { (store) throws(CommandFailure) in
      try bundle.checking { () throws(BundleDefect) in try store.add(bundle.folder, seal, description) }
      do throws(CommandFailure) {
        try register(papers, sealedAs: seal.digest, approval)
      } catch {
        // What is installed stays; where it is not known what that is, nothing is removed.
        if let apps = try? client.installedApps() {
          let current = apps.first { $0.identifier == description.identifier }
          store.removeOthers(of: description.identifier, than: current?.seal)
        }
        throw error
      }
      store.removeOthers(of: description.identifier, than: seal.digest)
    }
    if let app = try installed(description.identifier), !app.isTrial { noteDesktop(app) }
    return (description, before)
  }

  /// Whether the passcode is needed `baileyd` says, which knows what was answered.
  private func register(
    _ papers: BundlePapers, sealedAs digest: [UInt8], _ approval: UpdateApproval
  ) throws(CommandFailure) {
    do throws(BrokerClientError) {
      try client.install(papers)
    } catch {
      guard case .refused(.authentication) = error else { throw .broker(error) }
      let number = try approval.prove(digest)
      do { try client.install(papers, provedAs: number) } catch { throw .broker(error) }
    }
  }

  private func extensions(
    in bundle: borrowing OpenBundle, _ list: SealedList
  ) throws(CommandFailure) -> [[UInt8]] {
    var all: [[UInt8]] = []
    for path in BundleExtension.entitlements(in: list) { all.append(try bundle.contents(of: path) ?? []) }
    return all
  }

  /// The app is installed all the same: a machine without a desktop needs no entry.
  private func noteDesktop(_ app: InstalledApp) {
    if let home = try? BrokerAccess.location().home, (try? DesktopEntry.write(app, store: home + "/apps")) != nil {
      return
    }
    console.note("bailey: there is no entry in the desktop's menus.\nTry: bailey app export-desktop \(app.identifier)")
  }

  func installed(_ identifier: String) throws(CommandFailure) -> InstalledApp? {
    do { return try client.installedApps().first { $0.identifier == identifier } } catch { throw .broker(error) }
  }

  func remove(_ identifier: String, _ data: RemovedData) throws(CommandFailure) {
    try withStore { (store) throws(CommandFailure) in
      do throws(BrokerClientError) { try client.remove(identifier, data == .kept ? .keep : .remove) } catch {
        throw .broker(error)
      }
      store.removeOthers(of: identifier, than: nil)
      if data == .removed {
        let folders = try AppFolders.current()
        try inContainers { () throws(ContainerFailure) in try folders.remove(identifier) }
      }
    }
    MenuEntries()?.remove(identifier)
  }

  private func withStore(_ body: (borrowing AppStore) throws(CommandFailure) -> Void) throws(CommandFailure) {
    let location = try BrokerAccess.location()
    let store: AppStore
    do throws(SystemError) {
      store = try AppStore.locked(
        in: FileDescriptor.open(location.home, O_RDONLY | O_DIRECTORY), path: location.home + "/apps")
    } catch {
      guard error.code != EWOULDBLOCK else {
        throw .particular("Another app is being installed or removed.\nTry: the command again, later", .failed)
      }
      throw .file(path: location.home + "/apps", error)
    }
    try body(store)
  }
}
