// SPDX-License-Identifier: Apache-2.0
import AsymmetricKeys
import Base64Coding
import CryptoPrimitives
import JOSECoding
import KeyFormats

/// The keys of a provider for development. They are the same everywhere and known to everybody: what they sign proves nothing.
enum DevelopmentKeys {
  static let signingID = "DEVSIGN001"
  static let clientID = "DEVKEY0001"

  /// What the provider signs with.
  static var signing: JWSSigningKey? {
    guard case .rsa(let key)? = key(signingText) else { return nil }
    return JWSSigningKey(id: signingID, key)
  }

  /// What clients sign their secrets with.
  static var client: ECPrivateKey? {
    guard case .ec(let key)? = key(clientText) else { return nil }
    return key
  }

  private static func key(_ text: String) -> PrivateKeyMaterial? {
    guard let bytes = Base64URL.decode(text.utf8) else { return nil }
    return try? PrivateKeyMaterial(pkcs8: bytes.span)
  }

  private static let signingText = """
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCqnP_ygAj1DynDTdp9dvINEL_3eKEPGjvHY16NZB8bzt_BMvgJHIuMr-SV\
    d9L3oI3kYmfu18fvyG8j0PIDqA6sPO1GLJmtj4ofW20tHzCCP5XgnDqI8O1jgGupovXMxZQLlNwDqOWqrj2l0793rPr5T3RSEuLc57UcKmH-\
    t-ir_7IsHNWF1ng1L6VeZ4FYi-Li7Ebb760BTkmk4YDEsN8xcNCv7Gd_oWR-qmM6uRVE8dN51wpt0XYEZtocrtNpyATfqO724RfV38eS_EUr\
    k4cd_zjOOh5J8Z6GWOawG9otzVDWWuQJbqwuv8wlczU9bSJWEb0Q1HM6CIkGODcAiODvAgMBAAECggEAEc25_F1gUejn_pbltA5Q-jcOE9i_\
    1Hp0KX1_lOPmm87DKlR-GJP6JfoG3D1kQ5iP-0303Yd2jYQ4wMqMLqsqA3mEzbwCugn5VltX3GEIUqx9oId8_jmcnrOnHc0WYZdujaTWLqrr\
    HcalQo7YSI3sT07QwG3IbwKI3ixityNhgW0iKVtKs2xf00v3E_1Q3ZhEQGpPdBIlIwWKYOF00s_q56z-Ye7gEtt9knkejmxJ430zcDYMNQBn\
    H_s0hptonbvNh2VBg1t0_k_Hbm4yT2ae_hKGmiHIJ6Oo2VlMLq8KAT1uJ5_r3tLjYkO1g9UOq68tlHCpWTakXhXFHRDHBc-nVQKBgQDUsGmm\
    bI6k1m_P2GHW0wOejJP6feo6OhQhpJhu7tooHvtXEA-d0Ch3vz56P7VtmP2hjxdeAfJAxvNZ-zI4bmiKUXWJ5E_hqfK5alfwYUV1CAtyxVz1\
    s9W5BOXWdM9khEu3fT8O7s-tDbbfsX61nLAbrVIaf5yX0NHNGdatOszyywKBgQDNWydH-kOnr3A7C1aoj0jys3IGsI0_oCpGmxQIEuoihu-0\
    f033lRkkUzakM5aIEU6xUxA23Dx8qsZz0OhmDvQfaq2q9mTAsIxUwZ7oJ7wagdpeWdrrp3db41tivDxOa-5QwbNhm1z5qHcKuouZD519thjT\
    5xv1wwLYF4IbqlHx7QKBgAt8N0hQZmeKWOFdavMh0_k02CzXrdVVG48xhzW-WjN-cM4jxOQdwIGu5x3M4Ow5LcESrA1ch4tt8ugyA2U-uRB3\
    E6TNmm6yMbRHhNYrOof2Vj_tXna6LlleZVbuWeCwsDIJZmVVCgvrSKvNtuzxuCTWeC-MIpWkJiAwPAKAwV5_AoGAIHDC7tLxNx822oz6_pvM\
    CVMhsz7WwXNa2laLPo9GX3fzjA8EURVDqIJgwmXH5OzfApI9oH0ALS2JNiiNXfoExKXEk5pi5jG9qXIA2WnVhFZ5GaiWNd35tBFhkWJtIHJa\
    bnV7EfNKJ8JeM9quTNqzpXVLzMXYm-VXoK1uB1LLqS0CgYAA2mgG50Q_uiUJ57_svFQKANwkwfl1_UnHVUFjzP1q8zwycX1pJB70rfYtXrzo\
    IXTc7tdUThxOvEKezWX9-clcCvj-HRsZY4txpSJptzZdJQyAx5G_KG3FtXLXSbKq5XtE0KBc1y-JhUvMeKFHHkFv6jn9q2LIKONyIKXr7xwU\
    8Q
    """

  private static let clientText = """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSYPvbKTOFXsz4aqB4rijNB6sm5-KRj4NdPpf9DDo0OKhRANCAAQJY8LZiHTF\
    janMcakghYkjhUx8YXsx3aIzTlshjNYelQbqwHrn3bAfAuPv_P0aLkEWxw3wP83secIQeEZw-iwi
    """
}
