// SPDX-License-Identifier: Apache-2.0
import Advice
import InternetAddresses
import SignInRules
import TerminalConsole
import WebClient

/// Carries out `bailey signin lint`.
struct LintTool {
  let options: LintOptions
  let console: Console

  func reports() throws(DoctorFailure) -> [SignInTool.Report] {
    var reports: [SignInTool.Report] = []
    for page in options.pages {
      let lint = try isAddress(page) ? loaded(page) : saved(page)
      guard !lint.asks.isEmpty else { throw .pageAsksNothing(page) }
      reports.append(SignInTool.Report(title: page, findings: lint.findings))
    }
    return reports
  }

  private func isAddress(_ page: String) -> Bool { page.hasPrefix("https://") || page.hasPrefix("http://") }

  private func saved(_ path: String) throws(DoctorFailure) -> SiteLint {
    let bytes: [UInt8]
    do throws(CommandFailure) {
      bytes = try InputFile.contents(of: path, atMost: CapturedRequest.largest, console)
    } catch { throw .file(error) }
    do throws(CapturedRequest.Failure) { return SiteLint(try SiteExchange.read(bytes)) } catch {
      throw .page(path, error)
    }
  }

  // MARK: - Over the network

  /// The page as two browsers get it, and what its return address does with somebody who went back.
  private func loaded(_ address: String) throws(DoctorFailure) -> SiteLint {
    guard options.reach == .online else { throw .addressOffline(address) }
    let (first, second) = (try load(address), try load(address))
    let asks = SiteAsk.all(in: first)
    var exchanges = [first]
    for ask in asks where ask.value("response_mode") == "form_post" {
      // To the site itself alone: another one has not asked for it.
      guard let back = ask.value("redirect_uri"),
        RedirectRules.origin(of: back) == RedirectRules.origin(of: address)
      else { continue }
      exchanges.append(try load(back, form: "error=user_cancelled_authorize&state=bailey-signin-lint"))
    }
    return SiteLint(exchanges, again: [second])
  }

  private func load(_ address: String, form: String? = nil) throws(DoctorFailure) -> SiteExchange {
    var client = WebClient(admitting: RequestReach.everywhere.admits)
    client.largestBody = 1 << 20
    let headers = form == nil ? [] : [("Content-Type", "application/x-www-form-urlencoded")]
    do throws(WebClientError) {
      let answer = try client.send(
        WebClientRequest(address, body: form.map { Array($0.utf8) }, headers: headers))
      return SiteExchange(
        method: form == nil ? "GET" : "POST", address: address, form: form ?? "", status: answer.status,
        headers: answer.headers, body: String(decoding: answer.body, as: UTF8.self))
    } catch { throw .pageAway(address, error.reason) }
  }
}
