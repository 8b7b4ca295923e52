/// Certificates for the examples of rules, as `<data>` of a profile; good until 2046. Made as
/// `ExampleMessage` was, the key in `identity` for nothing else.
enum ExampleCertificate {
  /// A certificate that may issue others: `Example CA`.
  static let authority = """
    <data>
    MIIBjTCCATKgAwIBAgIUe4HPaSa+4neP3b5fs8BM2f/5c+UwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKRXhhbXBs
    ZSBDQTAeFw0yNjExMzAyMTQ5NTdaFw00NjExMjUyMTQ5NTdaMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0EwWTATBgcq
    hkjOPQIBBggqhkjOPQMBBwNCAARXlW8gE5dxgZBQN4h8rM1DAfXdRbh+DD8VZtSYytFRCTwnoAnHo8IKh2iIcrrh
    00qimCnBXei2q6Smktt4VNVko2AwXjAdBgNVHQ4EFgQUMN2nm+2sOdedDA0VoY1eILyNdzcwHwYDVR0jBBgwFoAU
    MN2nm+2sOdedDA0VoY1eILyNdzcwDwYDVR0TAQH/BAUwAwEB/zALBgNVHQ8EBAMCAgQwCgYIKoZIzj0EAwIDSQAw
    RgIhAIwIZAqh5xiYMM/NX3Qy29925Fw7XorfUjInRNOikzPoAiEApm/SiuuJfLKiqjwyJU2d7smf6whtO2rEGXQf
    UQpzalQ=
    </data>
    """
  /// One that it issued: `Example Signer`.
  static let leaf = """
    <data>
    MIIBdzCCAR6gAwIBAgICEAEwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKRXhhbXBsZSBDQTAeFw0yNjExMzAyMTQ5
    NTdaFw00NjExMjUyMTQ5NTdaMBkxFzAVBgNVBAMMDkV4YW1wbGUgU2lnbmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0D
    AQcDQgAEK6Ecf/gHIG7x7rbHrS5gyAKXFDiftbztVHhA5ePcaksjTDEQiepxvbeooXhF2Sa80DyjqeEcoJ2tDtQy
    ltX8KKNaMFgwCQYDVR0TBAIwADALBgNVHQ8EBAMCB4AwHQYDVR0OBBYEFIb6K75JWuSH6oOg0Y06GhlWQYeeMB8G
    A1UdIwQYMBaAFDDdp5vtrDnXnQwNFaGNXiC8jXc3MAoGCCqGSM49BAMCA0cAMEQCIA4At92d5asU0juv93XvNoC+
    yevaKl70sQcGBzk6irf3AiA8QnOv+sqrd99Er23eFJEZHvofk89536HwsdQjarcyRw==
    </data>
    """
  /// The same with a signature of SHA-1.
  static let sha1 = """
    <data>
    MIIBdTCCAR2gAwIBAgICEAIwCQYHKoZIzj0EATAVMRMwEQYDVQQDDApFeGFtcGxlIENBMB4XDTI2MTEzMDIxNDk1
    N1oXDTQ2MTEyNTIxNDk1N1owGTEXMBUGA1UEAwwORXhhbXBsZSBTaWduZXIwWTATBgcqhkjOPQIBBggqhkjOPQMB
    BwNCAAQroRx/+AcgbvHutsetLmDIApcUOJ+1vO1UeEDl49xqSyNMMRCJ6nG9t6iheEXZJrzQPKOp4Rygna0O1DKW
    1fwoo1owWDAJBgNVHRMEAjAAMAsGA1UdDwQEAwIHgDAdBgNVHQ4EFgQUhvorvkla5Ifqg6DRjToaGVZBh54wHwYD
    VR0jBBgwFoAUMN2nm+2sOdedDA0VoY1eILyNdzcwCQYHKoZIzj0EAQNHADBEAiAuvrggGNuYpl/Q6pCPSScpkElT
    YJir5xWc6jW6rVvKBQIgJxQ47rLx4liDM65qANEt82TrdIyDObXYeNqYuNO9Am0=
    </data>
    """
  /// One with a key of 1024 bits of RSA.
  static let weakKey = """
    <data>
    MIIB+DCCAWGgAwIBAgIUeNNXETP5BTzQpv+DVz78lz+90fcwDQYJKoZIhvcNAQELBQAwDjEMMAoGA1UEAwwDT2xk
    MB4XDTI2MTEzMDIxNDk1N1oXDTQ2MTEyNTIxNDk1N1owDjEMMAoGA1UEAwwDT2xkMIGfMA0GCSqGSIb3DQEBAQUA
    A4GNADCBiQKBgQDx4jMOSdWG81w1whrbtdbKHCp17dKhURTxamGuHtwZr4sxJa6Nt1mP9SUqPrmkvyqTnaL4fKir
    JqormrEzizcl4Z8+KgBnXELV6RFZ/I/0RiR8UYWzat2otw/c6G/8ewIsSx6XRPleuCnIPbxU998h6nuEoj9BVRK7
    Al+kWDkrAQIDAQABo1MwUTAdBgNVHQ4EFgQU/5YysWGd3FEzi5/up0yOPo4LK6AwHwYDVR0jBBgwFoAU/5YysWGd
    3FEzi5/up0yOPo4LK6AwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOBgQBn5Q2hFYPBdxSCebbeWj9a
    /64QnXWrPwG0U+EysQm157GbstBeoscOqidQR5rI68oXd0Ri9M1U6VVfQ5/NrOvuz28tFjYsUUBwWfu4t/9qUWXl
    Ng1fJCjjnhps/lRZlYTdJX+x+v3ysyEZljJj/ckp5qk20lo/fL4qdnEkHG9MlQ==
    </data>
    """
  /// `authority` in text form (PEM).
  static let pem = """
    <data>
    LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJqVENDQVRLZ0F3SUJBZ0lVZTRIUGFTYSs0bmVQM2I1ZnM4
    Qk0yZi81YytVd0NnWUlLb1pJemowRUF3SXcKRlRFVE1CRUdBMVVFQXd3S1JYaGhiWEJzWlNCRFFUQWVGdzB5TmpF
    eE16QXlNVFE1TlRkYUZ3MDBOakV4TWpVeQpNVFE1TlRkYU1CVXhFekFSQmdOVkJBTU1Da1Y0WVcxd2JHVWdRMEV3
    V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pPClBRTUJCd05DQUFSWGxXOGdFNWR4Z1pCUU40aDhyTTFEQWZYZFJiaCtE
    RDhWWnRTWXl0RlJDVHdub0FuSG84SUsKaDJpSWNycmgwMHFpbUNuQlhlaTJxNlNta3R0NFZOVmtvMkF3WGpBZEJn
    TlZIUTRFRmdRVU1OMm5tKzJzT2RlZApEQTBWb1kxZUlMeU5kemN3SHdZRFZSMGpCQmd3Rm9BVU1OMm5tKzJzT2Rl
    ZERBMFZvWTFlSUx5TmR6Y3dEd1lEClZSMFRBUUgvQkFVd0F3RUIvekFMQmdOVkhROEVCQU1DQWdRd0NnWUlLb1pJ
    emowRUF3SURTUUF3UmdJaEFJd0kKWkFxaDV4aVlNTS9OWDNReTI5OTI1Rnc3WG9yZlVqSW5STk9pa3pQb0FpRUFw
    bS9TaXV1SmZMS2lxand5SlUyZAo3c21mNndodE8yckVHWFFmVVFwemFsUT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUt
    LS0tLQo=
    </data>
    """
  /// The key and certificate of `leaf` as PKCS #12; its password is `secret`.
  static let identity = """
    <data>
    MIIEDAIBAzCCA8IGCSqGSIb3DQEHAaCCA7MEggOvMIIDqzCCAmIGCSqGSIb3DQEHBqCCAlMwggJPAgEAMIICSAYJ
    KoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgitKE18gzxSwICCAAwDAYIKoZIhvcNAgkF
    ADAdBglghkgBZQMEASoEEHH+052+/g27q+UuUUE4NjuAggHgI4atRlZRBEdX1gAA5E8Okn37+XIHJp5zWZEexkkv
    3BadfOmkIdNRLsse83ZWEps0N1cL82Iuj3q7nhoQK8noMgurcS9Ok3RHtMDqqoU/KOi51jjo5SZAW+63Wz3l6iXE
    DL/5eT2kyaj1f0PpKpPnqe8UexdYHbj+HdJ17Mq3kF3y7O+nkK7rlpc4G/SyITXmC/SJwJJXap/HeIkyYXKjq3Ng
    4nGOG93rY5bSXaIben36q9a3fTcEnvgbbl9n+3ZxZChp3co199rAvBmadNVm7HzWSAN5uph0JSB0TgRzzvJe0Q5y
    dZ2TOEg2fjj2hYhdFNlhJHl2AUzBkRm1Jr4n2LRTS/Licu4ua1XAd/QtO8v7+KC7IjiAwLfwmvEhI9ZWMICbbNWi
    OKGakPlwecYRR9uFlm79gfRSHl4P2JcztwCw9gI/hSjVN74FlGQQvijnsHFIIs7oEyjO1+pT6sesvC+rnB3bT3GY
    Fbv7JgsytCQK6kyuT63dU0JYT6DlwD957ixUkbD0zF/EVfHI/Y6T7cpuwLLunCGKhKt7FF+RN9XgUhMPxWvHyF2H
    PYi+NTxpnvXwjw1aqV8ChY6NtHBLFJ47wA35194wSht0H6kTRYVmDopm40hHzE3nvWoZAooxMIIBQQYJKoZIhvcN
    AQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUM
    MBwECG3Dgm1NOQTUAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQLWAdjZP69rGY+GHvuXMNJwSBkA//
    RvnKepiHhs0Apo1EC582hdLTL/qwpFQR+GmOwNSPteMF/up+raaVRXzGDivv7zlM+n2+1ggnQNBDzp7gLPL/o+gY
    be3B/ZeHpKjXjtDZpuunUZMM5o9bHptC508A+lBO8r1zJabwGyAcgJ/xJWc/1ZvYX4Xc+e1dGN40e/kXfQLC3h2X
    msgTsuF9u6t0qzElMCMGCSqGSIb3DQEJFTEWBBQ9Ki3+w+TCSvn/yC236NAjTxNGUTBBMDEwDQYJYIZIAWUDBAIB
    BQAEII2dy47L17w7pFBsxZm/PxS3tc1/9OOF/RUDUaoR58ssBAjIY98Ufxzf9wICCAA=
    </data>
    """

  /// One of another authority, as PEM text.
  static let other = Array(
    """
    -----BEGIN CERTIFICATE-----
    MIIBeTCCAR+gAwIBAgIUereRhTjYBoeXFnhcdVQcAbpesygwCgYIKoZIzj0EAwIw
    EjEQMA4GA1UEAwwHRXhhbXBsZTAeFw0yNjExMzAyMTQ5NTdaFw00NjExMjUyMTQ5
    NTdaMBIxEDAOBgNVBAMMB0V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
    AASF0xYPls2/YqzvVxEeFf/SZtSEso5wUKWGCkSbM7EiVV3QwbhIGD2C/P2bn/yO
    fDRs6zA54zEUEp0WymPbyZYGo1MwUTAdBgNVHQ4EFgQUuquir9VuqxlazlVBiGg7
    xxzMvR0wHwYDVR0jBBgwFoAUuquir9VuqxlazlVBiGg7xxzMvR0wDwYDVR0TAQH/
    BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAiSYzfOHx3TbfhReV4I1FmZPXnBRI
    zK9vXC1oMFseDjACICKdreR2Ku9h0f6eilcVdhvVsFXERo4CpbFyuNkLm62G
    -----END CERTIFICATE-----

    """.utf8)

  /// A root that issues others as a root, and one that it issued as what it is.
  static let inTheirPlaces = [
    RuleExample(profile("com.apple.security.root", authority)),
    RuleExample(profile("com.apple.security.pkcs1", leaf)),
  ]

  /// A profile whose one payload, of `type`, carries `data`, with the finding at its key.
  static func profile(_ type: String, _ data: String, _ keys: String = "") -> String {
    RuleExample.profile(
      RuleExample.payload("▸<key>PayloadContent</key>\(data)\(keys)", type: type))
  }
}
