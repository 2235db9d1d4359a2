// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
// Gauges, progress, links, buttons and toggles, as widgets of others are written: Scripts/probes counts what compiles. None of it runs.
import AppIntents
import Charts
import SwiftUI
import UIKit
import WidgetKit

// probe: labeled-content
@MainActor func probe101() -> some View { LabeledContent("a", value: "b") }

// probe: labeled-content-builder
@MainActor func probe102() -> some View { LabeledContent { Text("a") } label: { Text("b") } }

// probe: content-unavailable
@MainActor func probe103() -> some View { ContentUnavailableView("a", systemImage: "star", description: Text("b")) }

// probe: gauge
@MainActor func probe106() -> some View { Gauge(value: 0.5) { Text("a") } }

// probe: gauge-labels
@MainActor func probe107() -> some View { Gauge(value: 3, in: 0...10) { Text("a") } currentValueLabel: { Text("3") } minimumValueLabel: { Text("0") } maximumValueLabel: { Text("10") } }

// probe: gauge-style
@MainActor func probe108() -> some View { Gauge(value: 0.5) { Text("a") }.gaugeStyle(.accessoryCircularCapacity).tint(.red) }

// probe: gauge-gradient
@MainActor func probe109() -> some View { Gauge(value: 0.5) { Text("a") }.gaugeStyle(.accessoryCircular).tint(Gradient(colors: [.red, .blue])) }

// probe: progress
@MainActor func probe110() -> some View { ProgressView(value: 0.5) }

// probe: progress-label
@MainActor func probe111() -> some View { ProgressView("a", value: 3, total: 10) }

// probe: progress-interval
@MainActor func probe112() -> some View { ProgressView(timerInterval: Date.now...Date.now.addingTimeInterval(60), countsDown: true) }

// probe: progress-style
@MainActor func probe113() -> some View { ProgressView(value: 0.5).progressViewStyle(.circular).tint(.red) }

// probe: progress-spinner
@MainActor func probe114() -> some View { ProgressView() }

// probe: link
@MainActor func probe115() -> some View { Link("a", destination: URL(string: "https://example.org")!) }

// probe: link-builder
@MainActor func probe116() -> some View { Link(destination: URL(string: "https://example.org")!) { Text("a") } }

// probe: button-intent
@MainActor func probe117() -> some View { Button(intent: ProbeIntent()) { Text("a") } }

// probe: button-action
@MainActor func probe118() -> some View { Button("a") { } }

// probe: button-style
@MainActor func probe119() -> some View { Button(intent: ProbeIntent()) { Text("a") }.buttonStyle(.plain) }

// probe: button-bordered
@MainActor func probe120() -> some View { Button(intent: ProbeIntent()) { Text("a") }.buttonStyle(.borderedProminent).controlSize(.small).buttonBorderShape(.capsule) }

// probe: button-role
@MainActor func probe121() -> some View { Button(role: .destructive, intent: ProbeIntent()) { Text("a") } }

// probe: toggle-intent
@MainActor func probe122() -> some View { Toggle("a", isOn: true, intent: ProbeSetIntent()) }

// probe: toggle-button
@MainActor func probe123() -> some View { Toggle(isOn: true, intent: ProbeSetIntent()) { Text("a") }.toggleStyle(.button) }
