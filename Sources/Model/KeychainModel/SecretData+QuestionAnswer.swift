// SPDX-License-Identifier: Apache-2.0
import PromptModel

/// A password that the person has typed.
extension SecretData: QuestionAnswer {}
