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
  private let code = AppCode(identifier: "org.example", team: nil, contents: [UInt8](repeating: 7, count: 32))

  @Test func `A refusal wins over a permission, in any order`() throws {
    let allow = named + "<key>Allowed</key><true/>"
    let deny = named + "<key>Authorization</key><string>Deny</string>"
    #expect(try policy("AddressBook", allow).rule(.contacts, app, code) == .allow)
    #expect(try policy("AddressBook", allow, deny).rule(.contacts, app, code) == .deny)
    #expect(try policy("AddressBook", deny, allow).rule(.contacts, app, code) == .deny)
    #expect(try policy("AddressBook", deny).rule(.camera, app, code) == nil)
  }

  @Test func `Camera, microphone and screen can only be refused`() throws {
    for service in ["Camera", "Microphone", "ScreenCapture"] {
      let allowing = try policy(service, named + "<key>Allowed</key><true/>")
      #expect(allowing.defects == [.denyOnly(service)] && allowing.count == 0)
      #expect(try policy(service, named + "<key>Allowed</key><false/>").count == 1)
    }
  }

  @Test func `What a policy leaves to the person is no rule`() throws {
    let left = named + "<key>Authorization</key><string>AllowStandardUserToSetSystemService</string>"
    #expect(try policy("ScreenCapture", left).rule(.screenCapture, app, code) == nil)
    #expect(try policy("Camera", left).defects == [.badIdentity("Camera")])
  }

  @Test func `A path is not an identifier`() throws {
    let entry =
      "<key>Identifier</key><string>/usr/bin/x</string><key>IdentifierType</key><string>path</string><key>Allowed</key><false/>"
    let policy = try policy("Camera", entry)
    #expect(policy.rule(.camera, ConsentClient.Key("/usr/bin/x"), nil) == .deny)
    #expect(policy.rule(.camera, ConsentClient.Key(kind: .bundle, identifier: "/usr/bin/x"), nil) == nil)
  }

  @Test func `What is not clear is left out and told of, and the other lines count`() throws {
    let deny = named + "<key>Allowed</key><false/>"
    for (entry, defect) in [
      (named, PolicyLineDefect.badIdentity("Camera")), ("<key>Allowed</key><false/>", .badIdentity("Camera")),
      (named + "<key>Allowed</key><false/><key>Authorization</key><string>Deny</string>", .badIdentity("Camera")),
    ] {
      let policy = try policy("Camera", entry, deny)
      #expect(policy.defects == [defect] && policy.rule(.camera, app, code) == .deny)
    }
    for service in ["LocalNetwork", "AppleEvents", "Nonsense"] {
      let text = """
        <plist version="1.0"><dict><key>Services</key><dict><key>\(service)</key><array><dict>\(deny)</dict></array>
        <key>Camera</key><array><dict>\(deny)</dict></array></dict></dict></plist>
        """
      let policy = try ConsentPolicy(xml: Array(text.utf8).span)
      #expect(policy.defects == [.unknownService(service)])
      #expect(policy.count == 1 && policy.rule(.camera, app, code) == .deny)
    }
    #expect(throws: ConsentPolicyError.noServices) { try ConsentPolicy(xml: Array("<plist><dict/></plist>".utf8).span) }
  }

  private func rule(allowing requirement: String, to code: AppCode) throws -> ConsentPolicy.Rule? {
    let text = requirement.replacing("\"", with: "&quot;")
    let allow = named + "<key>Allowed</key><true/><key>CodeRequirement</key><string>\(text)</string>"
    return try policy("AddressBook", allow).rule(.contacts, app, code)
  }

  @Test func `A permission is for the code that its requirement means`() throws {
    let signed = AppCode(identifier: "org.example", team: "ABCDEFGHIJKLMNOP", contents: code.contents)
    let seal = String(repeating: "07", count: 32)
    for (requirement, isSigned, isAdHoc) in [
      ("identifier \"org.example\"", true, true), ("identifier org.Example", true, true),
      ("identifier \"org.other\"", false, false), ("anchor trusted", true, false),
      ("identifier org.example and certificate leaf[subject.OU] = ABCDEFGHIJKLMNOP", true, false),
      ("identifier org.example and certificate leaf[subject.OU] = \"ABCDEFGHIJKLMNOP\" /* exists */", true, false),
      ("identifier org.example and certificate leaf[subject.OU]=ANOTHER", false, false),
      ("cdhash H\"\(seal)\"", true, true), ("cdhash H\"\(seal.dropLast())8\"", false, false),
    ] {
      #expect(try rule(allowing: requirement, to: signed) == (isSigned ? .allow : nil), "\(requirement)")
      #expect(try rule(allowing: requirement, to: code) == (isAdHoc ? .allow : nil), "\(requirement)")
    }
  }

  /// The first is what profiles for macOS have.
  @Test(arguments: [
    "identifier \"org.example\" and anchor apple generic and certificate leaf[subject.OU] = ABCDEFGHIJKLMNOP",
    "", "identifier", "identifier org.example or anchor trusted", "! identifier org.other", "identifier \"org.example",
    "identifier org.example and", "anchor apple", "certificate 1[subject.OU] = X", "cdhash H\"0\"", "cdhash H\"\"",
    "cdhash H\"0707\"", "/* identifier org.example",
  ])
  func `A permission whose requirement cannot be judged is refused`(_ requirement: String) throws {
    let text = requirement.replacing("\"", with: "&quot;")
    let condition = "<key>CodeRequirement</key><string>\(text)</string>"
    let allow = try policy("AddressBook", named + "<key>Allowed</key><true/>" + condition)
    #expect(allow.defects == [.unjudgedRequirement("AddressBook", app: "org.example")] && allow.count == 0)
    // A refusal counts for whoever bears the identifier.
    #expect(
      try policy("AddressBook", named + "<key>Allowed</key><false/>" + condition).rule(.contacts, app, code) == .deny)
  }

  @Test func `Capitals of an identifier do not count`() throws {
    let deny = try policy("Camera", named + "<key>Allowed</key><false/>")
    #expect(deny.rule(.camera, ConsentClient.Key("org.EXAMPLE"), nil) == .deny)
    #expect(ConsentClient.Key("/usr/bin/X") != ConsentClient.Key("/usr/bin/x"))
  }

  @Test func `A policy is called what its profile is called`() throws {
    let services = "<key>Services</key><dict/>"
    for (outer, inner, name) in [
      (
        "<key>PayloadDisplayName</key><string>Our\nrules</string>", "<key>PayloadDisplayName</key><string>x</string>",
        "Our rules"
      ),
      ("", "<key>PayloadIdentifier</key><string>org.it</string>", "org.it"), ("", "", nil),
    ] {
      let text =
        "<plist><dict>\(outer)<key>PayloadContent</key><array><dict>\(inner)\(services)</dict></array></dict></plist>"
      #expect(try ConsentPolicy(xml: Array(text.utf8).span).name == name)
    }
  }
}
