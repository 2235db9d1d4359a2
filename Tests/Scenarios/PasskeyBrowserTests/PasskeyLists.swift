// SPDX-License-Identifier: Apache-2.0
import JSONCoding
import RunningInstance
import WebAuthn

/// As `bailey passkey list` tells of them.
func passkeys(_ instance: RunningInstance, _ words: String...) throws -> [FormReader] {
  let list = ["passkey", "list", "--json"] + words
  let text = try instance.succeed(list, input: "\(RunningInstance.passcode)\n").output
  guard case .array(let all) = try JSONReader.read(Array(text.utf8), ResponseEnvelope.limits) else { return [] }
  return try all.map { try FormReader($0) }
}

func states(_ instance: RunningInstance, _ words: String...) throws -> [String] {
  try (words.isEmpty ? passkeys(instance) : passkeys(instance, words[0])).map {
    try $0.string("userName") + " " + $0.string("state")
  }
}
