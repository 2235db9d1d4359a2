// SPDX-License-Identifier: Apache-2.0
import Foundation
import RunningInstance
import Testing

/// Keys of the enclave as an app has them, through the real daemons.
@Suite(.serialized, .enabled(if: Program.canMount, "nothing can be mounted here")) struct EnclaveKeyScenarios {
  private func app(_ instance: RunningInstance, _ name: String = "diary") throws -> ClientProgram {
    try ClientProgram(name, of: instance, copying: "sample-app")
  }

  @Test func `A key is made found again and used`() throws {
    try withInstance { instance throws in
      let app = try app(instance)
      #expect(
        try app.answers("make mine ak use , token mine , agree mine , decrypt mine , export mine") == [
          "done", "com.apple.setoken", "agreed", "dear diary", "-4",
        ])
      let signature = try app.answer("sign mine letter")
      #expect(
        try app.answers("verify mine letter \(signature) , verify mine other \(signature)") == [
          "valid", "invalid",
        ])
      try instance.restart()
      #expect(try app.answer("sign mine letter") == "-25308")
      try instance.unlock()
      #expect(try app.answer("verify mine letter \(signature)") == "valid")
      let another = try app.answer("sign mine letter")
      #expect(try app.answer("verify mine letter \(another)") == "valid")
      #expect(another != signature)
      #expect(try app.answers("erase mine , sign mine letter") == ["done", "-25300"])
    }
  }

  @Test func `A key of crypto kit comes back from its sealed form`() throws {
    try withInstance { instance throws in
      let app = try app(instance)
      let form = try app.answer("enclave-make")
      #expect(try app.answers("enclave-sign \(form) letter , enclave-agree") == ["valid", "agreed"])
      try instance.restart()
      #expect(try app.answer("enclave-sign \(form) letter") == "-25308")
      try instance.unlock()
      #expect(try app.answer("enclave-sign \(form) letter") == "valid")
      // The sealed form is of no use to a program of another group.
      #expect(try self.app(instance, "thief").answer("enclave-sign \(form) letter") == "-34018")
    }
  }

  @Test func `A lock takes the keys of its classes away`() throws {
    try withInstance { instance throws in
      let app = try app(instance)
      for protection in ["ak", "aku", "akpu", "ck", "dku"] {
        #expect(try app.answer("make \(protection) \(protection) use") == "done")
      }
      func signs(_ protection: String) throws -> Bool {
        let answer = try app.answer("sign \(protection) letter")
        #expect(answer.hasPrefix("30") || answer == "-25308", "\(protection): \(answer)")
        return answer.hasPrefix("30")
      }
      try instance.lock()
      #expect(try ["ak", "aku", "akpu", "ck", "dku"].filter(signs) == ["ck", "dku"])
      #expect(try app.answers("make more ak use , make more ck use") == ["-25308", "done"])
      try instance.restart()
      #expect(try ["ak", "aku", "akpu", "ck", "dku"].filter(signs) == ["dku"])
      try instance.unlock()
      #expect(try ["ak", "aku", "akpu", "ck", "dku"].filter(signs) == ["ak", "aku", "akpu", "ck", "dku"])
    }
  }

  /// A program that signs again and again does it past `baileyd`, until something changes that concerns it.
  @Test func `A program that signs on follows the lock and its registration`() throws {
    try withInstance { instance throws in
      let app = try app(instance)
      try app.register(groups: ["T.diary"])
      #expect(try app.answers("make mine ak use , make open dk use") == ["done", "done"])
      let signing = try app.start("sign-on", "mine", ",", "sign-on", "open")
      defer { signing.kill() }
      try signing.waitForLine("signs mine")
      try instance.lock()
      try signing.waitForLine("mine -25308")
      try signing.waitForLine("signs open")
      // The passcode that this takes is not looked at while locked.
      try instance.unlock()
      try instance.succeed(["app", "unregister", "--executable", app.path], input: "\(RunningInstance.passcode)\n")
      try signing.waitForLine("open -34018")
    }
  }

  @Test func `How a key is protected is said once`() throws {
    try withInstance { instance throws in
      let app = try app(instance)
      #expect(
        try app.answers("make mine aku use , protect mine ak none , protect mine dku use") == [
          "done", "-50", "-50",
        ])
      #expect(try app.answer("make other aku presence") == "-50")
      #expect(try app.answer("sign mine letter").hasPrefix("30"))
    }
  }

  @Test func `A key that wants the person asks for them`() throws {
    try withInstance { instance throws in
      let app = try app(instance)
      #expect(try app.answers("make mine aku use+presence , sign mine letter") == ["done", "LAError -1004"])
      try withAgent(of: instance, .refuses) { agent throws in
        #expect(try app.answers("sign mine letter , agree mine") == ["LAError -2", "LAError -2"])
        #expect(agent.questions == 2)
        // That a lock keeps the key away is another thing, and nobody is asked.
        try instance.lock()
        #expect(try app.answers("make other dku use+presence , sign mine letter") == ["done", "-25308"])
        #expect(agent.questions == 2)
        try instance.unlock()
      }
      try withAgent(of: instance) { agent throws in
        let signature = try app.answer("context reason=letters , sign mine letter")
        #expect(try app.answer("verify mine letter \(signature)") == "valid")
        #expect(agent.questions == 1)
        #expect(agent.told.contains { $0.hasPrefix("SETDESC") && $0.contains("letters") })
        // A context that was shown once is shown for all that is done in it.
        let answers = try app.answers("context , sign mine a , sign mine b , agree mine")
        #expect(answers.last == "agreed")
        #expect(agent.questions == 2)
        #expect(try app.answers("context quiet , sign mine a") == ["done", "LAError -1004"])
        #expect(try app.answers("interface skip , sign mine a") == ["done", "LAError -1004"])
        #expect(agent.questions == 2)
      }
    }
  }
}
