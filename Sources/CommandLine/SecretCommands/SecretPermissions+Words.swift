// SPDX-License-Identifier: Apache-2.0
package import JSONCoding
package import SecretAccess
import TerminalConsole

extension SecretPermissions.Row {
  package var line: String {
    let owner = self.owner.isEmpty ? "an unknown program" : Printable.oneLine(self.owner)
    return "Passwords of \(owner)  \(Printable.oneLine(reader))  allowed, not sandboxed"
  }

  package var json: JSONValue {
    .members([
      "service": .string("bailey.SecretService"), "client": .string(reader), "owner": .string(owner),
      "answer": .string("allowed"), "last_modified": .number(Int(clamping: since)), "enforced": .bool(false),
    ])
  }
}
