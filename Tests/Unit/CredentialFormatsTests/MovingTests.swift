// SPDX-License-Identifier: Apache-2.0
import CredentialFormats
import SecretMemory
import Testing

@Suite struct MovingTests {
  private func text(_ secret: borrowing SecretBytes) -> String {
    secret.withBytes { bytes in String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self) }
  }

  private func git(_ stored: String) -> (credentials: [String], others: Int) {
    var credentials: [String] = []
    let others = GitStoredAddress.forEach(in: Array(stored.utf8).span) { credentials.append(text($0)) }
    return (credentials, others)
  }

  @Test func `Lines of git's store are what git says to a helper`() {
    let stored = "https://ada:p%40ss%3Aw%2f@git.example.org:8443/team/x.git\n\nhttp://b:c@h/\nhttps://none@h\nnothing\n"
    let found = git(stored)
    #expect(
      found.credentials == [
        "protocol=https\nhost=git.example.org:8443\npath=team/x.git\nusername=ada\npassword=p@ss:w/\n",
        "protocol=http\nhost=h\nusername=b\npassword=c\n",
      ])
    #expect(found.others == 2)
  }

  @Test(arguments: ["https://a:b%0ac@h", "https://a:%00@h", "https://a%0d:b@h", "://a:b@h", "https://a:b@"])
  func `A line that no helper can be told is none`(_ line: String) {
    #expect(git(line).credentials == [] && git(line).others == 1)
  }

  private static let docker = """
    {"auths": {"r.example.org": {"auth": "YWRhOm9wZW4ic2VzYW1l", "email": "a"}, "t.example.org": {"auth": "YWRhOng=",
      "identitytoken": "tok\\u0065n"}, "empty.example.org": {}}, "psFormat": "x"}
    """

  @Test func `Docker's passwords and tokens are what docker says to a helper and the rest stays`() {
    let bytes = Array(Self.docker.utf8)
    let canMove = DockerConfiguration.canMove(bytes.span)
    #expect(canMove)
    var credentials: [String] = []
    for entry in DockerConfiguration.entries(in: bytes.span) {
      if let credential = DockerConfiguration.credential(of: entry, in: bytes.span) {
        credentials.append(text(credential))
      }
    }
    #expect(
      credentials == [
        #"{"ServerURL":"r.example.org","Username":"ada","Secret":"open\"sesame"}"#,
        #"{"ServerURL":"t.example.org","Username":"<token>","Secret":"tok\u0065n"}"#,
      ])
    let moved = DockerConfiguration.moved(bytes.span, to: "bailey").map { String(decoding: $0, as: UTF8.self) }
    #expect(
      moved == """
        {
        \t"credsStore": "bailey","auths": {"r.example.org": {"email": "a"}, "t.example.org": {}, "empty.example.org": {}}, "psFormat": "x"}
        """)
  }

  @Test(arguments: [
    #"{"auths": {"r": {"auth": "YWRhOng="}}, "credsStore": "pass"}"#, #"{"auths": {"r": {"password": "opensesame1"}}}"#,
    #"{"r": {"auth": "YWRhOng="}}"#, #"{"auths": {}}"#, "no JSON",
  ])
  func `A configuration that a helper cannot keep whole is left`(_ text: String) {
    let canMove = DockerConfiguration.canMove(Array(text.utf8).span)
    #expect(!canMove)
  }
}
