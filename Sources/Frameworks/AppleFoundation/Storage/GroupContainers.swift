// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension FileManager {
  /// The folder that apps of a group share.
  ///
  /// - Parameter groupIdentifier: The group.
  /// - Returns: Its folder; nil where the app is not entitled to the group, or does not run in its sandbox.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), groupIdentifier != "..", groupIdentifier != "."
    else {
      return nil
    }
    let folder = URL(filePath: "/groups", directoryHint: .isDirectory)
      .appending(path: groupIdentifier, directoryHint: .isDirectory)
    let isFolder = (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    return isFolder ? folder : nil
  }
}
