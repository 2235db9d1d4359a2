// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A home with twenty files that have a secret in plain text, among two hundred that have none.
struct PlainTextHome {
  /// Stands in each secret, and nowhere else.
  static let canary = "Zk7Qw2Lr5Vn8Xc1Jd4Hs6Gf9Bm3Py0TaUeKiOp"
  private static let basic = Data("ada:\(canary)".utf8).base64EncodedString()
  private static let key = "MC4CAQAwBQYDK2VwBCIEI" + canary + "qfSnF"
  private static func pem(_ label: String, _ body: String) -> String {
    "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
  }
  private static func openSSH(cipher: String) -> String {
    let start = Array("openssh-key-v1\u{0}".utf8) + [0, 0, 0, UInt8(cipher.utf8.count)] + Array(cipher.utf8)
    return pem("OPENSSH PRIVATE KEY", Data(start + Array(canary.utf8)).base64EncodedString())
  }

  static let secrets: [String: String] = [
    ".netrc": "machine example.org login ada password \(canary)\n",
    "work/.netrc": "machine a.example.org\n  login ada\n  password \(canary)\n",
    ".git-credentials": "https://ada:\(canary)@git.example.org\n",
    ".config/git/credentials": "https://ada:\(canary)@git.example.net\n",
    ".npmrc": "//registry.npmjs.org/:_authToken=\(canary)\n",
    "web/.npmrc": "registry=https://npm.example.org/\n//npm.example.org/:_password=\(canary)\n",
    ".pypirc": "[pypi]\nusername = __token__\npassword = \(canary)\n",
    ".docker/config.json": "{\"auths\": {\"registry.example.org\": {\"auth\": \"\(basic)\"}}}\n",
    ".config/containers/auth.json": "{\"auths\": {\"quay.io\": {\"auth\": \"\(basic)\"}}}\n",
    ".aws/credentials": "[default]\naws_secret_access_key = \(canary.prefix(38))AB\n",
    ".kube/config": "apiVersion: v1\nusers:\n- name: ada\n  user:\n    token: \(canary)\n",
    "web/.env": "PORT=8080\nAPI_KEY=\(canary)\n",
    "web/.env.production": "DATABASE_URL=postgres://app:\(canary)@db.example.org/app\n",
    ".pgpass": "db.example.org:5432:*:ada:\(canary)\n",
    ".ssh/id_ed25519": openSSH(cipher: "none"),
    ".ssh/id_rsa": pem("RSA PRIVATE KEY", key),
    "tls/server.key": pem("PRIVATE KEY", key),
    "tls/bundle.pem": pem("CERTIFICATE", key) + pem("EC PRIVATE KEY", key),
    ".bash_history": "ls\ncurl -u ada:\(canary) https://example.org\n",
    ".zsh_history": ": 1700000000:0;export API_TOKEN=\(canary)\n",
  ]

  /// In each of ten folders.
  private static let harmless: [String: String] = [
    ".netrc": "machine example.org login ada\n", ".git-credentials": "https://ada@git.example.org\n",
    ".npmrc": "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n", ".pypirc": "[pypi]\nusername = ada\n",
    ".docker/config.json": "{\"auths\": {\"registry.example.org\": {}}, \"credsStore\": \"secretservice\"}\n",
    ".aws/credentials": "[default]\nsso_session = work\n",
    ".kube/config": "users:\n- name: a\n  user:\n    tokenFile: /t\n",
    ".env": "PORT=8080\nAPI_KEY=\nPASSWORD=changeme\n", ".env.example": "API_KEY=\(canary.lowercased())\n",
    ".pgpass": "# host:port:database:user:password\n", ".ssh/id_ed25519": openSSH(cipher: "aes256-ctr"),
    ".ssh/id_ed25519.pub": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI ada\n",
    ".ssh/known_hosts": "example.org ssh-rsa AAAA\n",
    "tls/cert.pem": pem("CERTIFICATE", key), "tls/key.pem": pem("ENCRYPTED PRIVATE KEY", key),
    ".bash_history": "export TOKEN=$(pass show token)\nssh -p 2222 host\n", "main.py": "password = getpass()\n",
    "README.md": "Put `password = opensesame` into ~/.pypirc.\n", "settings.json": "{\"token\": \"opensesame1234\"}\n",
    "photo.bin": "\u{0}\u{1}-----BEGIN PRIVATE KEY-----\n",
  ]

  let folder: URL

  init(in folder: URL) throws {
    self.folder = folder
    for (path, text) in Self.secrets { try write(text, to: path) }
    for number in 0..<10 {
      for (path, text) in Self.harmless { try write(text, to: "other/\(number)/\(path)") }
    }
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
