// SPDX-License-Identifier: Apache-2.0
import InstanceLayout
import Testing

@Suite struct InstanceLocationTests {
  private func resolve(_ variables: [String: String], userHome: String? = "/home/a") throws -> InstanceLocation {
    try #require(InstanceLocation.resolve(currentDirectory: "/home/ann", userHome: userHome) { variables[$0] })
  }

  @Test func `The users data folder is the default`() throws {
    let location = try resolve([:])
    #expect(location.home == "/home/a/.local/share/bailey")
    #expect(location.sockets == "/home/a/.local/share/bailey/run")
    #expect(location.defaultMount == "/home/a/Protected")
  }

  @Test func `The base directories are followed`() throws {
    let location = try resolve(["XDG_DATA_HOME": "/data", "XDG_RUNTIME_DIR": "/run/user/7"])
    #expect(location.home == "/data/bailey")
    #expect(location.enclaveSocket == "/run/user/7/bailey/enclave.sock")
  }

  @Test func `Relative base directories are ignored`() throws {
    let location = try resolve(["XDG_DATA_HOME": "data", "XDG_RUNTIME_DIR": "run"])
    #expect(location == (try resolve([:])))
  }

  @Test func `A chosen home has its sockets inside`() throws {
    let location = try resolve(["BAILEY_HOME": "/b/", "XDG_DATA_HOME": "/data", "XDG_RUNTIME_DIR": "/run/user/7"])
    #expect(location.home == "/b")
    #expect(location.sockets == "/b/run")
    #expect(location.brokerSocket == "/b/run/broker.sock")
  }

  @Test func `A chosen home may be relative`() throws {
    #expect(try resolve(["BAILEY_HOME": "./x//y/."]).home == "/home/ann/x/y")
    #expect(try resolve(["BAILEY_HOME": "../x"]).home == "/home/ann/../x")
  }

  @Test func `Without a home there is no place`() {
    #expect(InstanceLocation.resolve(currentDirectory: "/", userHome: nil) { _ in nil } == nil)
  }
}
