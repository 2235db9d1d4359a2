// SPDX-License-Identifier: Apache-2.0
import AppBundles
import AppModel
import AppStore
import Glibc
import SystemCalls

/// The bundles of installed apps, each as it was when it was installed.
struct InstalledBundles: ~Copyable {
  private let store: AppStore

  init() throws(WidgetFailure) {
    let home = try WidgetInstance.home()
    do throws(SystemError) {
      store = try AppStore(in: FileDescriptor.open(home, O_RDONLY | O_DIRECTORY), path: home + "/apps")
    } catch {
      throw .file(path: home + "/apps", error)
    }
  }

  var path: String { store.path }

  func path(of app: InstalledApp) -> String { "\(store.path)/\(app.folder)" }

  func machine(of app: InstalledApp) throws(SystemError) -> String { try store.machine(of: app.identifier) }

  func open(_ app: InstalledApp) throws(WidgetFailure) -> SealedBundle {
    do { return try store.open(app) } catch { throw WidgetFailure(error, path(of: app)) }
  }
}

extension WidgetFailure {
  init(_ defect: BundleDefect, _ bundle: String) {
    guard case .system(let path, let error) = defect else {
      self = .changed(bundle)
      return
    }
    self = .file(path: "\(bundle)/\(path)", error)
  }
}
