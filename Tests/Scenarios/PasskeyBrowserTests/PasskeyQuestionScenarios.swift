// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import EventualConditions
import Foundation
import JSONCoding
import RunningInstance
import Testing
import WebAuthn

/// What the person is asked where a site wants a passkey, through the real daemons, for a browser that the test plays.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct PasskeyQuestionScenarios {
  @Test func `Of several accounts the person chooses one at the agent, and whoever asks is told of none before`() throws
  {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let (_, grace) = (try host.register("ada"), try host.register("grace"))
        let options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
        try agent.typeNothing()
        try host.begin("get", options.json)
        try eventually { agent.told.contains { $0.contains("1: \"ada\"%0A2: \"grace\"") } }
        try agent.typeOnce("2")
        try eventually { agent.told.contains { $0.contains("sign in as \"grace\"") } }
        try agent.type(RunningInstance.passcode)
        // The first message that comes is the answer.
        try host.verify(host.receive(), options, grace)
      }
    }
  }

  @Test func `Who wants to use another device is handed back, and no passkey is used`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        _ = try host.register()
        try agent.answer("OK")
        try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge).json)
        #expect(try host.receive().optionalBool("none") == true)
        try host.begin("create", host.creation(of: "grace").json)
        #expect(try host.receive().optionalBool("none") == true)
        try agent.type(RunningInstance.passcode)
        #expect(try states(instance) == ["ada current"])
      }
    }
  }

  @Test func `A site that is refused twice asks nobody for a while, and other sites do`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance, .refuses) { agent throws in
        let host = try NativeHost(instance)
        for _ in 0..<4 {
          try host.begin("create", host.creation().json)
          #expect(try host.receive().error == "NotAllowedError")
        }
        #expect(agent.questions == 2)
        let other = try NativeHost(instance, site: "example.com")
        try other.begin("create", other.creation().json)
        #expect(try other.receive().error == "NotAllowedError")
        #expect(agent.questions == 3)
      }
    }
  }

  @Test func `A page that asks and gives up in turn asks nobody more, until the person clicks in it`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        _ = try host.register()
        let other = try NativeHost(instance, site: "example.com")
        _ = try other.register()
        let options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge).json
        for count in 1...2 {
          try agent.typeNothing()
          let asked = agent.questions
          let number = try host.begin("get", options)
          try eventually { agent.questions == asked + 1 }
          try host.send(.members(["id": .number(number), "kind": .string("cancel")]))
          try eventually { agent.notes.count { $0.contains("taken back") } == count }
          try agent.type(RunningInstance.passcode)
        }
        // Other sites ask on.
        try other.begin(
          "get", CredentialRequestOptions(relyingPartyID: other.site, challenge: NativeHost.challenge).json)
        #expect(try other.receive().value("credential") != nil)
        let asked = agent.questions
        for state in ["unlocked", "locked"] {
          if state == "locked" { try instance.lock() }
          try host.begin("get", options)
          #expect(try host.receive().error == "NotAllowedError", "\(state)")
        }
        try instance.unlock()
        #expect(agent.questions == asked)
        try host.begin("get", options, ["activation": .bool(true)])
        #expect(try host.receive().value("credential") != nil)
        try host.begin("get", options)
        #expect(try host.receive().value("credential") != nil)
      }
    }
  }

  @Test func `A page that gives a question up and asks again at once is asked about next, once`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        try agent.typeNothing()
        var options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
        options.allowedCredentials = [CredentialDescriptor(id: record.id)]
        let asked = agent.questions
        var number = try host.begin("get", options.json, ["activation": .bool(true)])
        try eventually { agent.questions == asked + 1 }
        for count in 1...2 {
          try host.send(.members(["id": .number(number), "kind": .string("cancel")]))
          number = try host.begin("get", options.json, ["activation": .bool(true)])
          try eventually { agent.questions == asked + 1 + count }
          try eventually { agent.notes.count { $0.contains("taken back") } == count }
        }
        try agent.type(RunningInstance.passcode)
        try host.verify(host.receive(), options, record)
        #expect(agent.questions == asked + 3)
      }
    }
  }

  @Test func `A page that asks and gives up all the time while locked leaves room for other sites`() throws {
    try withInstance { instance throws in
      let host = try NativeHost(instance)
      try instance.lock()
      for _ in 0..<64 {
        let number = try host.begin("create", host.creation().json)
        try host.send(.members(["id": .number(number), "kind": .string("cancel")]))
      }
      var options = host.creation()
      options.relyingPartyID = "example.com"
      let number = try host.begin("create", options.json, at: "https://example.com")
      var answer = try host.receive()
      while try answer.optionalNumber("id") != number { answer = try host.receive() }
      #expect(try answer.optionalBool("locked") == true)
    }
  }

  @Test
  func `A request for what is there now asks for it, and where there is none or it is locked fails without a question`()
    throws
  {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
        try host.begin("get", options.json, ["immediate": .bool(true)])
        #expect(try host.receive().error == "NotAllowedError")
        #expect(agent.questions == 0)
        let record = try host.register()
        try host.begin("get", options.json, ["immediate": .bool(true)])
        try host.verify(host.receive(), options, record)
        #expect(agent.questions == 2)
        try instance.lock()
        try host.begin("get", options.json, ["immediate": .bool(true)])
        #expect(try host.receive().error == "NotAllowedError")
        #expect(agent.questions == 2)
      }
    }
  }

  @Test func `A frame says whose page it is in, and a relying party's other sites are its own`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        #expect(!agent.told.contains { $0.contains("The page that asks") })
        var options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
        options.allowedCredentials = [CredentialDescriptor(id: record.id)]
        try host.begin("get", options.json, ["topOrigin": .string("https://shop.test")])
        try host.verify(host.receive(), options, record, inside: "https://shop.test")
        let framed = "The page that asks is at https://example.org, inside one at https://shop.test."
        #expect(agent.told.contains { $0.contains(framed) })
        try host.begin("get", options.json, ["topOrigin": .string("null")])
        #expect(try host.receive().error == "SecurityError")
        let other = "https://www.example.de"
        try host.begin("get", options.json, at: other)
        #expect(try host.receive().error == "SecurityError")
        let related = JSONValue.array([.string(other)])
        // Of whom the list is counts, and a page that names two sites has the list of one.
        for lister in ["helper.example.de", nil] {
          let of = lister.map { JSONValue.string($0) } ?? .null
          try host.begin("get", options.json, at: other, ["related": related, "relatedTo": of])
          #expect(try host.receive().error == "SecurityError")
        }
        try host.begin("get", options.json, at: other, ["related": related, "relatedTo": .string(host.site)])
        try host.verify(host.receive(), options, record, at: other)
        #expect(agent.told.contains { $0.contains("The page that asks is at \(other).") })
      }
    }
  }

  @Test func `A lock takes the question back`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        _ = try host.register()
        for user in ["grace", nil] {
          try agent.typeNothing()
          let asked = agent.questions
          try host.begin(
            "get", CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge).json)
          try eventually { agent.questions == asked + 1 }
          try instance.lock()
          #expect(try host.receive().error == "NotAllowedError")
          try instance.unlock()
          try agent.type(RunningInstance.passcode)
          // With a second one the question is which.
          if let user { _ = try host.register(user) }
        }
      }
    }
  }

  @Test func `One entry of the passcode unlocks for a site, and goes on with what it asked`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        try instance.lock()
        try agent.press(.first)
        let record = try host.register()
        #expect(agent.questions == 1)
        #expect(try instance.report().state == "unlocked")
        #expect(
          agent.told.contains { $0.contains("wants to make a passkey at example.org") && $0.contains("is locked") })
        #expect(agent.told.contains { $0.contains("wants to make a passkey for \"ada\" at example.org") })
        try instance.lock()
        try agent.press(.first)
        try host.signIn(record)
        #expect(agent.questions == 2)
        // Who does not agree to the account has unlocked, and no more.
        try instance.lock()
        try agent.press(.second)
        try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge).json)
        #expect(try host.receive().error == "NotAllowedError")
        #expect(agent.questions == 3)
        try host.signIn(record)
        #expect(agent.questions == 4)
      }
    }
  }

  @Test func `A request while locked goes on after an unlock elsewhere, with somebody to ask or without`() throws {
    try withInstance { instance throws in
      let host = try NativeHost(instance)
      var record: CredentialRecord?
      var options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
      try withAgent(of: instance) { agent throws in
        record = try host.register()
        options.allowedCredentials = [CredentialDescriptor(id: try #require(record).id)]
        try instance.lock()
        try agent.typeNothing()
        try host.begin("get", options.json)
        try eventually { agent.questions == 2 }
        try instance.unlock()
        try eventually { agent.questions == 3 }
        try agent.type(RunningInstance.passcode)
        try host.verify(host.receive(), options, #require(record))
      }
      try instance.lock()
      // An agent that has ended is there for a moment longer.
      try eventually {
        try host.begin("get", options.json)
        return try host.receive().optionalBool("locked") == true
      }
      try withAgent(of: instance, .isMistaken) { agent throws in
        try agent.type(RunningInstance.passcode)
        try instance.unlock()
        try host.verify(host.receive(), options, #require(record))
      }
    }
  }

  @Test func `What a site says of its accounts hides and renames them, and a passkey of this device says so`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        try instance.succeed(["passkey", "new", "--this-device-only"])
        let record = try host.register()
        #expect(!record.isBackupEligible)
        #expect(agent.told.contains { $0.contains("It stays on this device.") })
        func signal(_ options: [String: JSONValue], at origin: String? = nil) throws {
          try host.begin("signal", .object(options.map { JSONValue.Member($0, $1) }), at: origin)
        }
        let unknown: [String: JSONValue] = [
          "what": .string("unknown"), "rpId": .string(host.site), "credential": .string(Base64URL.encode(record.id)),
        ]
        try signal(unknown, at: "https://example.com")
        try signal(
          [
            "what": .string("details"), "rpId": .string(host.site),
            "user": .string(Base64URL.encode(record.userHandle)),
            "name": .string("ada l."), "displayName": .string("Ada"),
          ])
        try eventually { (try? states(instance)) == ["ada l. current"] }
        try signal(unknown)
        try eventually { (try? states(instance)) == ["ada l. hidden"] }
        try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge).json)
        #expect(try host.receive().optionalBool("none") == true)
        // The site names it: it knows it after all.
        try host.signIn(record)
        #expect(try states(instance) == ["ada l. current"])
        #expect(
          try instance.succeed(["passkey", "new", "--portable"]).output == "New passkeys may leave this device.\n")
      }
    }
  }
}
