// SPDX-License-Identifier: Apache-2.0
import Advice
import AppContainers
import InstanceAccess

extension AppFolders.Size {
  var words: String {
    let size = bytes == 1 ? "1 byte" : bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MiB"
    return "\(isWhole ? "" : "at least ")\(files) \(files == 1 ? "file" : "files") of \(size)"
  }
}

extension AppFolders {
  /// The folders of the instance that the environment names.
  static func current() throws(CommandFailure) -> AppFolders { AppFolders(of: try BrokerAccess.location()) }

  /// The data that an app keeps, in words.
  func loss(of identifier: String) throws(CommandFailure) -> String {
    let found = try inContainers { () throws(ContainerFailure) -> Size? in
      try size(of: identifier, among: Container.containers)
    }
    return found?.words ?? "no files"
  }
}

func inContainers<Result>(_ body: () throws(ContainerFailure) -> Result) throws(CommandFailure) -> Result {
  do { return try body() } catch { throw CommandFailure(error) }
}
