// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Labels and pictures, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: label-symbol
@MainActor func probe39() -> some View { Label("Rain", systemImage: "cloud.rain") }

// probe: label-image
@MainActor func probe40() -> some View { Label("Rain", image: "rain") }

// probe: label-builder
@MainActor func probe41() -> some View { Label { Text("a") } icon: { Image(systemName: "star") } }

// probe: label-style
@MainActor func probe42() -> some View { Label("a", systemImage: "star").labelStyle(.iconOnly) }

// probe: label-title-icon
@MainActor func probe43() -> some View { Label("a", systemImage: "star").labelStyle(.titleAndIcon) }

// probe: image-symbol
@MainActor func probe44() -> some View { Image(systemName: "star.fill").imageScale(.large) }

// probe: image-variable
@MainActor func probe45() -> some View { Image(systemName: "wifi", variableValue: 0.5) }

// probe: image-name
@MainActor func probe46() -> some View { Image("photo").resizable().scaledToFit() }

// probe: image-decorative
@MainActor func probe47() -> some View { Image(decorative: "photo") }

// probe: image-label
@MainActor func probe48() -> some View { Image("photo", label: Text("a")) }

// probe: image-bundle
@MainActor func probe49() -> some View { Image("photo", bundle: .main) }

// probe: image-uiimage
@MainActor func probe50() -> some View { Image(uiImage: UIImage()) }

// probe: image-aspect
@MainActor func probe51() -> some View { Image("photo").resizable().aspectRatio(contentMode: .fill) }

// probe: image-rendering
@MainActor func probe52() -> some View { Image("photo").renderingMode(.template).interpolation(.high).antialiased(true) }

// probe: image-symbol-mode
@MainActor func probe53() -> some View { Image(systemName: "star").symbolRenderingMode(.hierarchical) }

// probe: image-palette
@MainActor func probe54() -> some View { Image(systemName: "star").symbolRenderingMode(.palette).foregroundStyle(.red, .blue) }

// probe: image-variant
@MainActor func probe55() -> some View { Image(systemName: "star").symbolVariant(.fill) }

// probe: image-effect
@MainActor func probe56() -> some View { Image(systemName: "star").symbolEffect(.pulse) }

// probe: image-resize-capinsets
@MainActor func probe57() -> some View { Image("a").resizable(capInsets: EdgeInsets(), resizingMode: .tile) }

// probe: image-accented
@MainActor func probe58() -> some View { Image("a").widgetAccentedRenderingMode(.accented) }
