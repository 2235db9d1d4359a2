// SPDX-License-Identifier: Apache-2.0
import CredentialFormats
import Testing

@Suite struct PlainSecretTests {
  private func lines(_ text: String, _ name: String, in folder: String = "") -> [Int] {
    PlainSecret.find(in: Array(text.utf8).span, name: name, folder: folder).map(\.line)
  }

  // MARK: - What is one

  private static let key = "MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF"
  private static let openSSHKey = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQyNTUxOQ=="
  private static let secret = "q8ZkT2wLr5Vn7Xc1Jd3Hs6Gf9Bm4Py0Ka8Ue2Rt"

  @Test(arguments: [
    (".netrc", "", "machine example.org login ada password open-sesame", [1]),
    (".netrc", "", "default\nlogin ada\npassword \"open sesame\"", [3]),
    (".netrc", "", "# mine\nmachine a login b\nmacdef init\ncd /pub\n\nmachine c login d password e1f2", [6]),
    (".git-credentials", "", "https://ada:opensesame@git.example.org\nhttps://git.example.net\n", [1]),
    ("credentials", "git", "https://ada:open%40sesame@git.example.org:8443/path\r\n", [1]),
    (".npmrc", "", "; mine\n//registry.npmjs.org/:_authToken=\(secret)\nsave-exact=true", [2]),
    (".npmrc", "", "_auth = \"YWRhOm9wZW5zZXNhbWU=\"", [1]),
    (".pypirc", "", "[pypi]\nusername = __token__\npassword: pypi-AgEIcHlwaS5vcmc", [3]),
    ("config.json", ".docker", #"{"auths":{"r.example.org":{"auth":"YWRhOm9wZW5zZXNhbWU=","email":"a@b"}}}"#, [1]),
    ("config.json", ".docker", "{\"auths\":\n{\"r\":{},\"s\":\n{\"identitytoken\":\"\(secret)\"}}}", [3]),
    ("auth.json", "containers", #"{"auths":{"quay.io":{"auth":"YWRhOm9wZW5zZXNhbWU="}}}"#, [1]),
    ("credentials", ".aws", "[default]\naws_access_key_id=AKIA0\naws_secret_access_key = \(secret)A\n", [3]),
    ("config", ".kube", "users:\n- name: a\n  user:\n    token: \(secret)\n", [4]),
    ("config", ".kube", "users:\n- name: a\n  user: {}\n- user:\n    client-key-data: LS0tLS1CRUdJTg==\n", [5]),
    (".env", "", "PORT=80\nexport API_KEY='\(secret)'\n", [2]),
    (".env.production", "", "DATABASE_URL=postgres://app:opensesame@db/app\nDB_PASSWORD=\"open sesame1\" # x", [1]),
    (".pgpass", "", "# x\ndb.example.org:5432:*:ada:open\\:sesame\n*:*:*:bob:b0bs", [2, 3]),
    (
      "id_ed25519", ".ssh", "-----BEGIN OPENSSH PRIVATE KEY-----\n\(openSSHKey)\n-----END OPENSSH PRIVATE KEY-----\n",
      [1]
    ),
    ("server.pem", "tls", "-----BEGIN PRIVATE KEY-----\n\(key)\n-----END PRIVATE KEY-----\n", [1]),
    (
      ".bash_history", "", "ls\ncurl -u ada:opensesame https://example.org\n#1700000000\nmysql -uada -popensesame db",
      [2, 4]
    ),
    (
      ".bash_history", "", "export GITHUB_TOKEN=ghp_\(secret)\ngit clone https://ada:opensesame@git.example.org/x",
      [1, 2]
    ),
    (
      ".zsh_history", "", ": 1700000000:0;sshpass -p 'opensesame' ssh host\n: 1700000001:0;PGPASSWORD=opensesame psql",
      [1, 2]
    ),
    ("fish_history", "fish", "- cmd: tool --password opensesame\n  when: 1700000000\n", [1]),
    (".histfile", "", "curl -H 'Authorization: Bearer \(secret)' https://api.example.org", [1]),
  ])
  func `Each form is found on its line`(name: String, folder: String, text: String, expected: [Int]) {
    #expect(lines(text, name, in: folder) == expected)
  }

  // MARK: - What is none

  @Test(arguments: [
    (".netrc", "", "machine example.org login ada"),
    (".netrc", "", "The password is in the other file, of the machine"),
    (".netrc", "", "machine example.org login ada password <password>"),
    (".git-credentials", "", "https://ada@git.example.org\nhttps://ada:${TOKEN}@git.example.org"),
    (".npmrc", "", "//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n# _authToken=\(secret)\nregistry=https://r/"),
    (".pypirc", "", "[pypi]\nusername = __token__\nrepository = https://upload.pypi.org/legacy/"),
    ("config.json", ".docker", #"{"auths":{"r.example.org":{}},"credsStore":"pass"}"#),
    ("config.json", "app", #"{"auths":{"r.example.org":{"auth":"YWRhOm9wZW5zZXNhbWU="}}}"#),
    ("config.json", ".docker", #"{"auths":{"r":{"auth":"YWRhOm9wZW5zZXNhbWU="}}"#),
    (
      "credentials", ".aws",
      "aws_secret_access_key = short\n[sso]\naws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    ),
    ("config", ".kube", "contexts:\n- context:\n    token: \(secret)\nusers:\n- user:\n    exec: {command: x}\n"),
    (
      ".env", "",
      "TOKEN_URL=https://id.example.org/token\nPASSWORD=changeme\nSECRET=\nAPI_KEY=${API_KEY}\nTOKEN_TTL=86400"
    ),
    (".env.example", "", "API_KEY=\(secret)"),
    (
      ".env", "", "SESSION_SECRET_FILE=/run/secrets/session\nPASSWORD_MIN_LENGTH=12\nMAX_TOKEN=4096\n#API_KEY=\(secret)"
    ),
    (".pgpass", "", "db:5432:*:ada\n#db:5432:*:ada:opensesame\ndb:port:*:ada:opensesame"),
    (
      "id_ed25519", ".ssh",
      "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHI=\n-----END OPENSSH PRIVATE KEY-----\n"
    ),
    (
      "id_rsa", ".ssh",
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0\n\n\(key)\n-----END RSA PRIVATE KEY-----\n"
    ),
    ("key.pem", "", "-----BEGIN ENCRYPTED PRIVATE KEY-----\n\(key)\n-----END ENCRYPTED PRIVATE KEY-----\n"),
    ("cert.pem", "", "-----BEGIN CERTIFICATE-----\n\(key)\n-----END CERTIFICATE-----\n"),
    ("notes", "", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n"),
    (
      ".bash_history", "",
      "export TOKEN=$(pass show token)\ncurl -u ada https://example.org\nmysql -p\ntool --password-file x"
    ),
    (
      ".bash_history", "",
      "git commit -m 'password: opensesame'\ndocker login --password-stdin\nssh -p 2222 host\ntool --token --x"
    ),
  ])
  func `What only resembles one is none`(name: String, folder: String, text: String) {
    #expect(lines(text, name, in: folder) == [])
  }

  @Test func `Of one file so many are told and of a large one its beginning is looked at`() {
    let many = String(repeating: "https://ada:opensesame@git.example.org\n", count: 500)
    #expect(lines(many, ".git-credentials").count == PlainSecret.mostInOneFile)
    let late = String(repeating: "#\n", count: PlainSecret.largestFile / 2) + many
    #expect(lines(late, ".git-credentials") == [])
  }
}
