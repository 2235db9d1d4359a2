// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The object that `bailey status --json` prints.
package struct StatusReport: Decodable, Sendable {
  package let running: Bool
  package let state: String
  package let passcode: Bool
  package let root: String
  package let mount: String
  package let socket: String
  package let version: String
  package let files: String
  package let keychain: String
  /// "well", "damaged" or "newer".
  package let keychainHealth: String
  package let keychainLost: Int
  /// "inForce" or "refused".
  package let apps: String
  package let failures: Int
  /// Files that lost changes to the latest lock.
  package let lost: Int
  package let waitSeconds: Int
  /// "whole" or "oneCopyUnreadable".
  package let keyFiles: String
  package let keyPages: String
  package let workingMemory: String
  package let filesKeys: String
  package let keychainKeys: String
  /// Process numbers by program.
  package let processes: [String: Int32]
  package let restarts: Int
  /// "followed", "noScreen", "noLogind" or "away".
  package let session: String
}

extension RunningInstance {
  package func report() throws -> StatusReport {
    try JSONDecoder().decode(StatusReport.self, from: Data(status().utf8))
  }

  /// What the processes of the instance have written down.
  package var log: String { (try? String(contentsOf: home.appending(path: "log/bailey.log"), encoding: .utf8)) ?? "" }
}

extension Program {
  /// Whether a filesystem can be mounted here.
  package static let canMount =
    FileManager.default.isReadableFile(atPath: "/dev/fuse") && isInstalled("fusermount3")
}
