// SPDX-License-Identifier: Apache-2.0
import CertificateTrust
import Foundation
import SecretMemory
import TemporaryFolder
import TestCertificates
import Testing
import ToolHarness

/// Keys that are imported from files which OpenSSL wrote.
@Suite struct SecurityKeyImportTests {
  private func importing(_ bytes: [UInt8], _ passphrase: String, _ folder: String, _ tool: ToolHarness) -> Ended {
    #expect(FileManager.default.createFile(atPath: folder + "/key", contents: Data(bytes)))
    return tool.run("import", folder + "/key", "-P", passphrase)
  }

  @Test(arguments: [Self.pkcs8, Self.curve, Self.rsa])
  func `A key under a passphrase is imported with it, and ends with 51 without`(text: String) throws {
    try withTemporaryFolder { folder in
      let tool = try ToolHarness(in: folder)
      let wrong = "security: SecKeychainItemImport: The user name or passphrase you entered is not correct.\n"
      #expect(importing(Array(text.utf8), "wrong", folder, tool) == Ended(51, "", wrong))
      #expect(importing(Array(text.utf8), "secret", folder, tool) == Ended(0, "1 key imported.\n"))
    }
  }

  @Test func `A block with a cipher that nobody knows, or a key that is none, is no format`() throws {
    try withTemporaryFolder { folder in
      let tool = try ToolHarness(in: folder)
      for (old, new) in [("AES-256-CBC", "ROT13"), (",EF5294", ",XX5294"), (",EF5294E0", ",")] {
        let text = Self.curve.replacingOccurrences(of: old, with: new)
        #expect(importing(Array(text.utf8), "secret", folder, tool).code == 1)
      }
    }
  }

  /// Of secp256k1, of brainpoolP256r1, and one for RSA-PSS alone.
  @Test(arguments: [Self.secp256k1, Self.brainpool, Self.pss])
  func `A key of a kind that there is none of here costs only itself`(foreign: String) throws {
    let bytes = try #require(Data(base64Encoded: foreign, options: .ignoreUnknownCharacters))
    func key(_ bytes: some Collection<UInt8>) -> PKCS12Writer.Key {
      PKCS12Writer.Key(pkcs8: SecretBytes(copying: Array(bytes).span), label: nil, localID: nil)
    }
    let own = try #require(Data(base64Encoded: Self.ownKey, options: .ignoreUnknownCharacters))
    let certificate = PKCS12Writer.Certificate(TestCertificates.root, label: nil, localID: nil)
    try withTemporaryFolder { folder in
      let tool = try ToolHarness(in: folder)
      let passphrase = Array("secret".utf8)
      let file = try PKCS12Writer.write(
        certificates: [certificate], keys: [key(bytes), key(own)], passphrase: passphrase.span)
      let ended = importing(file, "secret", folder, tool)
      #expect(ended.code == 0 && ended.output == "1 key imported.\n1 certificate imported.\n")
      #expect(ended.errors.contains("1 key was left out"))
      let alone = try PKCS12Writer.write(certificates: [], keys: [key(bytes)], passphrase: passphrase.span)
      let refused = "security: SecKeychainItemImport: Unable to decode the provided data.\n"
      #expect(importing(alone, "secret", folder, tool) == Ended(1, "", refused))
    }
  }

  private static let curve = """
    -----BEGIN EC PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-256-CBC,EF5294E0BCFB4B2DF04E45CF3ADD2079

    3Di0DcQMhr8N52T7CIPW/2FKHHL73HbzNODv92xqifWVNAyr6afMZAEEh+vhwIZd
    sEEEo0tGDzAVUQvGpXyY4pKsHF0XsDE0DBhHUrLqnh5k1H9Zktzd9vygDbB2Mmjn
    NPIWn/lu6qUI8ocZA6L1ZkG3LsVkeK3+x6HYczM4wN8=
    -----END EC PRIVATE KEY-----
    """
  private static let pkcs8 = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgRL3EtisTp9wICA+gw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEP58ld123XaMCF/o1eco1sAEgZC/
    TJ44Y0vkGmSxAWwwifDX8BxRu2Fgn1UT+sKhw4/uAvFjPc9Wxtzgnh5qu/S872BK
    2lk1z/4vmX/YAvKkY4H3MkG0GQpjVllxBpm1+oMG5K6sEv8Xx07LicmuxuDlkvM8
    5omEOJ1gN+Riw1stAZ4vkweXLaFEDViB1jEQ6GdaFeqO1VxG3BBCdjWUsfkvBmw=
    -----END ENCRYPTED PRIVATE KEY-----
    """
  private static let rsa = """
    -----BEGIN RSA PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: DES-EDE3-CBC,D7CB2F48433FB026

    /8tqzVcyCuY0wtbCTxAW50LLkbwkIoekmNspGTUtCbS1gGwHPW7RH38wk2UB+xoI
    BoERzv+zoSjZx/oqBqOYWcpZZpFHK7yT+3lN/AH9nGLT19x3gr6ZBpwOd760dFom
    6S1S2IPvlW3yhyq1MHe8gomsNum8SZLDQVTvpiWE8IgKIF5SA1A1Lp0ijDLfhc6C
    3Wkld9+azaxtsBDEM7DDFQnUgzaQxi9ptgpmo23iHAWy52KsYAkaQRo1eHeeH+Q+
    jWqG4Hq5jf70A/otDptipdBBBYSR0mCeQj96GeIM93XUIvOdWAEIE67AOXjqJC7e
    vmdpxbgqEM/+IZpXwO+KupQ4fyhBloXLiM+oMLm4puFHQ8T9Yk9aye1hsX9v5oT1
    /YLGazXf7jORhET0lI0ORb+I2SmWQXPzw+nIcPS1BACtrfbMOmRLmS6x9RDXTozT
    Wq7uPrWTbifZVM4cGKPD75zEn/FHn13hXwrVt55FyxIZwexCk4ZZKq5hcD8KPe1w
    jGarLR36q487ZvRQ4BFYZ1cJmKAMfZDviX0e8rK6PBwkmopZQsTD1lJSXoil6Ra6
    XrBHNnQGhh61TkRhcHyqjXO2i8ZaswAc1+4oRJGN8GnJII1ya02yBA5YubEMMjV1
    eSKk4sdXsR5KDOLD9mekBBZJ09f62QaLc4estwpL6WvQCyqqmNr7Iskl1Z+fmE+w
    kEOiPUOoGR4YFps4KwC5552Kj/S4aCofNBAnKa6F2x7WmANOAh3eWtHmaAumquuV
    61CEXROsd4AyFUWq+CBkD8rrdxIyE5jCO4wRvA9KI+0XuP+cwE82nQ==
    -----END RSA PRIVATE KEY-----
    """
  private static let secp256k1 = """
    MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgOFbwKVaqnoIUmMgz52TkKR0yRLuwfjIfslYWah7SlrKhRANCAATxPh/9
    In+a4GCaKKoJaIGrPXlw9T38CgA5NsQId3kD44UszDdxiaeKjk3ImHMY1Mad0N/5cXkgVWOr4Ako5nye
    """
  private static let brainpool = """
    MIGIAgEAMBQGByqGSM49AgEGCSskAwMCCAEBBwRtMGsCAQEEICJiWn3O+UXtjqTe8qgWGXDu6xagf5BIu8Jz+dW+DI86oUQDQgAE
    j0F/ptIYIifJs2BYpu7xnuSpODlgf+NKuhpVhGD9Uu4iNHIXkfotnM6n6o1Bmg2Jaljhegm55BgrY6n77JL2Vg==
    """
  private static let pss = """
    MIICdAIBADALBgkqhkiG9w0BAQoEggJgMIICXAIBAAKBgQDMBPjzDud2e15HFSUDvqBLiH3WYCQx4x2BekkiK6RFzJ8D8RFBmGd1
    ftzevd2Gs3uoiv5MFP1cjtu3mnva/Yl8QScgV6R4966+0ATz/LwoWOwqAiR9XdqY15GEzF4NrrzjFhFI/oRjeo4OOLMuOpD15BKl
    Qx8cPk/WCEUEWDhwcwIDAQABAoGAEPm08RxjW/Nl48o5mzcoRUClH8o+GLyJ/vT60tIIyBn/fSd4xRl2OkuE+y+XGBclCeAOyqvQ
    bPwiAgPjnFQONVdvq0p5J6u87EVj6Oizk+zR9VvR2vaEVSmcHGba0S4vGaK//nmduD7dcEochCmKz9EhMHgOLFirgjXk7u1pAWEC
    QQDvjArZ3qFvi0X8IkMUEMjfvu4g4IGtpM0bdglMVFT+uMn7GA3mBtepnM0xRiMQELWOM0ueELnkts3sULKri0xxAkEA2gg/aHAo
    VPxdcW4PwmKThLslKw49TV+j7T9lY9ARvsqAxUQxrX1pbH3OE+xBkw1nKb4JcssLOXI2YTGjxJ9NIwJAXXCnGu0406XkGsHSoJUb
    hguYH8LzUqSiTT/xyJBsxx+VyhhL85pfrY24jKvrKW0bJOjlajbkDE8ybCfeSgQAQQJBAIVu/r8/xK8eM2Gz5dkk0vssPTb4Y/Py
    UDRl0/sd335QGDah4XU3h0lqRLBUql0Amt4k+0tRj/D8QOOCqaMvitkCQHsFRydA7p3vMTfiztRoZyjiL1RoXgpIUOl5E8pUD2KZ
    mdpdC+w0DYL5iZVNmWy5oo2/k7d2+W0293FwkHWJVpg=
    """
  private static let ownKey = """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYJSjksWZGVRyWG9wijFL0VBGp/mnpsPwZu5oi22ioTuhRANCAATr
    v9/Kzs+5SQkU92HCn9FN+nEpHEtXwOQdgTAcuYdx+tBwGVRgJkeKkKcgRKNEcCeS5r41ET9l4OOGaYUc6yB5
    """
}
