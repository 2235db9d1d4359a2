// SPDX-License-Identifier: Apache-2.0
import ConsentModel
import Testing

@Suite struct PolicyTests {
  private func policy(_ service: String, _ entries: String...) throws -> ConsentPolicy {
    let identities = entries.map { "<dict>\($0)</dict>" }.joined()
    let text = """
      <?xml version="1.0"?><plist version="1.0"><dict><key>PayloadContent</key><array><dict><key>Services</key><dict>
      <key>\(service)</key><array>\(identities)</array></dict></dict></array></dict></plist>
      """
    let bytes = Array(text.utf8)
    return try ConsentPolicy(xml: bytes.span)
  }

  private let named = "<key>Identifier</key><string>org.example</string>"
  private let app = ConsentClient.Key("org.example")

  @Test func `A refusal wins over a permission, in any order`() throws {
    let allow = named + "<key>Allowed</key><true/>"
    let deny = named + "<key>Authorization</key><string>Deny</string>"
    #expect(try policy("AddressBook", allow).rule(.contacts, app) == .allow)
    #expect(try policy("AddressBook", allow, deny).rule(.contacts, app) == .deny)
    #expect(try policy("AddressBook", deny, allow).rule(.contacts, app) == .deny)
    #expect(try policy("AddressBook", deny).rule(.camera, app) == nil)
  }

  @Test func `Camera, microphone and screen can only be refused`() throws {
    for service in ["Camera", "Microphone", "ScreenCapture"] {
      #expect(throws: ConsentPolicyError.denyOnly(service)) { try policy(service, named + "<key>Allowed</key><true/>") }
      _ = try policy(service, named + "<key>Allowed</key><false/>")
    }
  }

  @Test func `What a policy leaves to the person is no rule`() throws {
    let left = named + "<key>Authorization</key><string>AllowStandardUserToSetSystemService</string>"
    #expect(try policy("ScreenCapture", left).rule(.screenCapture, app) == nil)
    #expect(throws: ConsentPolicyError.badIdentity("Camera")) { try policy("Camera", left) }
  }

  @Test func `A path is not an identifier`() throws {
    let entry =
      "<key>Identifier</key><string>/usr/bin/x</string><key>IdentifierType</key><string>path</string><key>Allowed</key><false/>"
    let policy = try policy("Camera", entry)
    #expect(policy.rule(.camera, ConsentClient.Key("/usr/bin/x")) == .deny)
    #expect(policy.rule(.camera, ConsentClient.Key(kind: .bundle, identifier: "/usr/bin/x")) == nil)
  }

  @Test func `What is not clear is no policy`() {
    #expect(throws: ConsentPolicyError.badIdentity("Camera")) { try policy("Camera", named) }
    #expect(throws: ConsentPolicyError.badIdentity("Camera")) {
      try policy("Camera", named + "<key>Allowed</key><false/><key>Authorization</key><string>Deny</string>")
    }
    #expect(throws: ConsentPolicyError.badIdentity("Camera")) { try policy("Camera", "<key>Allowed</key><false/>") }
    #expect(throws: ConsentPolicyError.unknownService("LocalNetwork")) {
      try policy("LocalNetwork", named + "<key>Allowed</key><false/>")
    }
    #expect(throws: ConsentPolicyError.unknownService("Nonsense")) { try policy("Nonsense") }
  }
}
