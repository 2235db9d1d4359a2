// SPDX-License-Identifier: Apache-2.0
import Foundation
import RepositoryFolder
import RunningInstance

/// Programs of others that keep secrets, with their own tests: packages of PyPI, fetched once for this build.
struct SecretClients {
  let python: String
  let secretstorage: URL
  let keyring: URL

  struct NotFetched: Error { let output: String }

  private static let fetched = Result { try SecretClients() }

  static func get() throws -> SecretClients { try fetched.get() }

  /// Each process of tests finds what the first one has fetched.
  private static let script = """
    set -e
    mkdir -p "$1"
    exec 9>"$1/lock"
    flock 9
    cd "$1"
    [ -e complete ] && exit 0
    rm -rf venv secretstorage-3.5.0 keyring-25.7.0
    /usr/bin/python3 -m venv --system-site-packages venv
    venv/bin/pip -q install jeepney==0.9.0 cryptography==50.0.2 pytest==9.2.0 \
      jaraco.classes==3.4.0 jaraco.functools==4.6.0 jaraco.context==6.1.2 importlib_metadata==10.2.0
    venv/bin/pip -q download --no-deps --no-binary secretstorage,keyring secretstorage==3.5.0 keyring==25.7.0
    tar xzf secretstorage-3.5.0.tar.gz
    tar xzf keyring-25.7.0.tar.gz
    chmod -R a+rX .
    touch complete
    """

  private init() throws {
    let folder = RepositoryFolder.url.appending(path: ".build/secret-clients")
    let result = try Program.run("sh", ["-c", Self.script, "sh", folder.path])
    guard result.exitCode == 0 else { throw NotFetched(output: result.output + result.errors) }
    python = folder.appending(path: "venv/bin/python").path
    secretstorage = folder.appending(path: "secretstorage-3.5.0")
    keyring = folder.appending(path: "keyring-25.7.0")
  }

  /// For a program that is to find both.
  var variables: [String: String] {
    ["PYTHONPATH": "\(secretstorage.path):\(keyring.path)", "PYTHONDONTWRITEBYTECODE": "1"]
  }
}
