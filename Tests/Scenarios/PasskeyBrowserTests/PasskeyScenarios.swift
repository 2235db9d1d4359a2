// SPDX-License-Identifier: Apache-2.0
import Base64Coding
import EventualConditions
import Foundation
import Glibc
import JSONCoding
import RunningInstance
import Testing
import WebAuthn

/// Passkeys through the real daemons, for a browser that the test plays.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct PasskeyScenarios {
  @Test func `One registers and signs in, and replaces the account's older one once it has`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let old = try host.register()
        try host.signIn(old)
        #expect(agent.questions == 2)
        // The person is told which program asks: this test is no browser.
        #expect(
          agent.told.contains { $0.contains("which is no browser that Bailey knows") && $0.contains("example.org") })
        let new = try host.register()
        #expect(try states(instance) == ["ada replaced", "ada current"])
        try host.signIn(old)
        try host.signIn(new)
        #expect(try states(instance) == ["ada current"])
        #expect(try states(instance, "--deleted") == ["ada deleted", "ada current"])
        let id = Base64URL.encode(old.id)
        let passcode = "\(RunningInstance.passcode)\n"
        try instance.succeed(["passkey", "restore", id], input: passcode)
        #expect(try states(instance) == ["ada current", "ada replaced"])
        try instance.succeed(["passkey", "rename", id, "the old one"], input: passcode)
        try instance.succeed(["passkey", "delete", id], input: passcode)
        #expect(try states(instance) == ["ada current"])
        #expect(try instance.bailey(["passkey", "list"], input: "wrong\n").exitCode == 3)
      }
    }
  }

  @Test func `That there is one already is told after the person was asked, and never before`() throws {
    try withInstance { instance throws in
      let host = try NativeHost(instance)
      var record: CredentialRecord?
      try withAgent(of: instance) { agent throws in
        record = try host.register()
        try host.begin("create", host.creation(excluding: [#require(record).id]).json)
        #expect(try host.receive().error == "InvalidStateError")
        #expect(agent.questions == 2)
      }
      try withAgent(of: instance, .refuses) { agent throws in
        try host.begin("create", host.creation(excluding: [#require(record).id]).json)
        #expect(try host.receive().error == "NotAllowedError")
        #expect(agent.questions == 1)
      }
      #expect(try passkeys(instance).count == 1)
    }
  }

  @Test func `A page gets no other site's, and a site without any is left to the browser`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        let asked = agent.questions
        for origin in [
          "https://example.com", "https://example.org.evil.test", "https://evilexample.org", "http://example.org",
          "https://example.org.", "https://127.0.0.1", "null", "",
        ] {
          try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: [1]).json, at: origin)
          #expect(try host.receive().error == "SecurityError", "\(origin)")
        }
        try host.begin(
          "get", CredentialRequestOptions(relyingPartyID: nil, challenge: [1]).json, at: "https://www.example.net")
        #expect(try host.receive().optionalBool("none") == true)
        var options = CredentialRequestOptions(relyingPartyID: host.site, challenge: [1])
        options.allowedCredentials = [CredentialDescriptor(id: [9])]
        try host.begin("get", options.json)
        #expect(try host.receive().optionalBool("none") == true)
        #expect(agent.questions == asked)
        try host.signIn(record)
      }
    }
  }

  @Test func `A page that has gone is answered nothing, and the question goes`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        try agent.typeNothing()
        let number = try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: [1]).json)
        try eventually { agent.questions == 2 }
        try host.send(.members(["id": .number(number), "kind": .string("cancel")]))
        try eventually { agent.notes.contains { $0.contains("taken back") } }
        try agent.type(RunningInstance.passcode)
        // The next answer is that to the next question.
        try host.signIn(record)
      }
    }
  }

  @Test func `A page that goes while the device is locked leaves no question behind`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        _ = try host.register()
        try agent.typeNothing()
        try instance.lock()
        let number = try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: [1]).json)
        try eventually { agent.questions == 2 }
        try host.send(.members(["id": .number(number), "kind": .string("cancel")]))
        try instance.unlock()
        // As long as this takes, a question had time to come up.
        #expect(try states(instance) == ["ada current"])
        // A question that nobody waits for would keep every other one from being asked.
        try eventually {
          try host.begin("create", host.creation(of: "grace").json)
          return agent.told.contains { $0.contains("grace") }
        }
        #expect(agent.told.count { $0.contains("sign in as") } == 0)
        try agent.type(RunningInstance.passcode)
        var answer = try host.receive()
        while answer.value("credential") == nil { answer = try host.receive() }
        #expect(try states(instance) == ["ada current", "grace current"])
      }
    }
  }

  @Test func `What one page makes unreadable ends no other page's request`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        try agent.typeNothing()
        var options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
        options.allowedCredentials = [CredentialDescriptor(id: record.id)]
        try host.begin("get", options.json)
        try eventually { agent.questions == 2 }
        try host.send(.members(["id": .number(7), "kind": .string(String(repeating: "a", count: 1 << 20))]))
        try host.send((0..<64).reduce(.null) { value, _ in .array([value]) })
        try agent.type(RunningInstance.passcode)
        try host.verify(host.receive(), options, record)
      }
    }
  }

  @Test func `Of many requests at once one is asked about, and the others are refused`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let record = try host.register()
        try agent.typeNothing()
        var options = CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge)
        options.allowedCredentials = [CredentialDescriptor(id: record.id)]
        let count = 40
        for _ in 0..<count { try host.begin("get", options.json) }
        for _ in 1..<count { #expect(try host.receive().error == "NotAllowedError") }
        // The agent opens its window after the others are refused.
        try eventually { agent.questions == 2 }
        try agent.type(RunningInstance.passcode)
        try host.verify(host.receive(), options, record)
        #expect(agent.questions == 2)
      }
    }
  }

  /// What was answered is there, and what was not is not: whatever is killed, and when.
  @Test(arguments: ["baileyd", "bailey-enclave"])
  func `A kill leaves a passkey whole, or none`(daemon: String) throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        try agent.typeNothing()
        try host.begin("create", host.creation().json)
        try eventually { agent.questions == 1 }
        kill(try #require(instance.processes(named: daemon).first), SIGKILL)
        #expect(try host.receive().error == "NotAllowedError")
        try eventually { !instance.processes(named: daemon).isEmpty }
        if daemon == "bailey-enclave" { try eventually { (try? instance.unlock()) != nil } }
        try eventually { (try? passkeys(instance).isEmpty) == true }
        try agent.type(RunningInstance.passcode)
        var record: CredentialRecord?
        try eventually {
          record = try? host.register()
          return record != nil
        }
        kill(try #require(instance.processes(named: daemon).first), SIGKILL)
        if daemon == "bailey-enclave" { try eventually { (try? instance.unlock()) != nil } }
        try eventually { (try? passkeys(instance).count) == 1 }
        try eventually { (try? host.signIn(#require(record))) != nil }
      }
    }
  }

  @Test(arguments: ["baileyd", "bailey-enclave"])
  func `A kill while the person chooses an account signs nothing in, and the next request does`(daemon: String) throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        let (_, grace) = (try host.register("ada"), try host.register("grace"))
        try agent.typeNothing()
        try host.begin("get", CredentialRequestOptions(relyingPartyID: host.site, challenge: NativeHost.challenge).json)
        try eventually { agent.told.contains { $0.contains("1: \"ada\"") } }
        kill(try #require(instance.processes(named: daemon).first), SIGKILL)
        #expect(try host.receive().error == "NotAllowedError")
        if daemon == "bailey-enclave" { try eventually { (try? instance.unlock()) != nil } }
        try agent.type(RunningInstance.passcode)
        try eventually { (try? host.signIn(grace)) != nil }
      }
    }
  }

  @Test func `A browser that is killed leaves no question and no passkey`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let host = try NativeHost(instance)
        try agent.typeNothing()
        try host.begin("create", host.creation().json)
        try eventually { agent.questions == 1 }
        kill(host.number, SIGKILL)
        try eventually { agent.notes.contains { $0.contains("taken back") } }
        try agent.type(RunningInstance.passcode)
        #expect(try passkeys(instance).isEmpty)
        _ = try NativeHost(instance).register()
      }
    }
  }

  @Test func `A copy of bailey-browser is nobody, and without a passcode there is none`() throws {
    try withInstance { instance throws in
      try withAgent(of: instance) { agent throws in
        let copy = try ClientProgram("bailey-browser", of: instance, copying: "bailey-browser")
        let host = try NativeHost(instance, program: copy.path)
        try host.begin("create", host.creation().json)
        #expect(try host.receive().error == "NotAllowedError")
        #expect(agent.questions == 0)
      }
    }
    try withInstance(.absent) { instance throws in
      let host = try NativeHost(instance)
      try host.begin("create", host.creation().json)
      #expect(try host.receive().error == "NotAllowedError")
    }
  }
}
