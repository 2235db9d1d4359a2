// SPDX-License-Identifier: Apache-2.0
@_exported public import BundleResources
@_exported public import Foundation
