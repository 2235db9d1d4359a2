// SPDX-License-Identifier: Apache-2.0
import EventualConditions
import Foundation
import RepositoryFolder
import RunningInstance
import TemporaryFolder

/// The server of an app, which takes notifications over TLS.
struct Receiver {
  let folder: TemporaryFolder
  private let program: Background
  let address: String
  var authorities: String { folder.path + "/authority.pem" }

  struct Taken: Decodable {
    struct Token: Decodable { let jti: String? }
    let path: String
    let body: String
    let token: Token
  }

  init() throws {
    folder = try TemporaryFolder()
    let script = RepositoryFolder.tests.appending(path: "Programs/endpoint.py").path
    let program = try Background("/usr/bin/python3", [script, folder.path])
    self.program = program
    try eventually("the receiver is ready") { !program.lines().isEmpty }
    address = "https://localhost:\(program.lines()[0])"
  }

  func kill() { program.kill() }

  var taken: [Taken] {
    program.lines().dropFirst().compactMap { try? JSONDecoder().decode(Taken.self, from: Data($0.utf8)) }
  }
}
