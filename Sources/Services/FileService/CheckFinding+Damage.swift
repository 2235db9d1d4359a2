// SPDX-License-Identifier: Apache-2.0
import FilesystemCheck
import SupervisorMessages

extension CheckFinding {
  /// Makes the finding that a person is told.
  init(_ report: DamageReport) {
    self.init(Problem(report.damage), Outcome(report.outcome), path: report.path)
  }
}

extension CheckFinding.Problem {
  fileprivate init(_ damage: Damage) {
    switch damage {
    case .header, .key, .record: self = .header
    case .headerCopy: self = .copy
    case .contents: self = .contents
    case .size: self = .size
    case .name: self = .name
    case .misplaced: self = .misplaced
    case .folderRecord: self = .folder
    case .link: self = .link
    case .attributes: self = .attribute
    case .stray(.log): self = .log
    case .stray: self = .stray
    case .unreadable: self = .unreadable
    }
  }
}

extension CheckFinding.Outcome {
  fileprivate init(_ outcome: DamageOutcome) {
    switch outcome {
    case .found: self = .found
    case .repaired: self = .repaired
    case .salvaged: self = .salvaged
    case .setAside: self = .setAside
    }
  }
}
