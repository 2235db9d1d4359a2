// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Where the sources are that the tests were built from.
package enum RepositoryFolder {
  package static let url = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  package static let tests = url.appending(path: "Tests")
}
