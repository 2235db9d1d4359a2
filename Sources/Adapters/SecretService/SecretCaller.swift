// SPDX-License-Identifier: Apache-2.0
import SecretServiceModel

/// Who calls: by a name on the bus, and as far as it can be told, which program that is.
struct SecretCaller: Sendable, Hashable {
  let name: String
  let program: SecretProgram?

  init(_ name: String, _ program: SecretProgram?) {
    self.name = name
    self.program = program
  }

  func owns(_ record: ItemRecord) -> Bool {
    guard let program, let owner = record.owner else { return false }
    return program.origin == owner.key
  }

  /// What it is called where it is written down what it read.
  var title: String { program?.title ?? "a program that hides what it is" }

  /// What stands for it until it leaves the bus, and for no other program that speaks under its name there.
  func keyOnce(reading owner: ItemOwner?) -> ReadPermission.Key {
    ReadPermission.Key(reader: Self.prefix(name) + (program?.version ?? []), owner: owner?.key ?? [])
  }

  /// What the keys of one name on the bus begin with.
  static func prefix(_ name: String) -> [UInt8] { Array(name.utf8) + [0] }

  /// The key of a permission. A program that cannot be told from others is known by its name on the bus.
  func key(reading owner: ItemOwner?) -> ReadPermission.Key {
    ReadPermission.Key(reader: program?.version ?? Array(name.utf8), owner: owner?.key ?? [])
  }
}
