/// Signed and encrypted messages for the examples of rules, in text form since examples are text.
/// Made by OpenSSL's command line from keys of P-256 that were thrown away, as the script in
/// `Tests/make-example-messages` does it.
enum ExampleMessage {
  /// A property list signed by `Example Signer`.
  static let intact = """
    -----BEGIN CMS-----
    MIICvwYJKoZIhvcNAQcCoIICsDCCAqwCAQExDTALBglghkgBZQMEAgEwJgYJKoZI
    hvcNAQcBoBkEFzxwbGlzdD48ZGljdC8+PC9wbGlzdD4KoIIBezCCAXcwggEeoAMC
    AQICAhABMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0EwHhcNMjYx
    MTMwMjE0OTU3WhcNNDYxMTI1MjE0OTU3WjAZMRcwFQYDVQQDDA5FeGFtcGxlIFNp
    Z25lcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCuhHH/4ByBu8e62x60uYMgC
    lxQ4n7W87VR4QOXj3GpLI0wxEInqcb23qKF4RdkmvNA8o6nhHKCdrQ7UMpbV/Cij
    WjBYMAkGA1UdEwQCMAAwCwYDVR0PBAQDAgeAMB0GA1UdDgQWBBSG+iu+SVrkh+qD
    oNGNOhoZVkGHnjAfBgNVHSMEGDAWgBQw3aeb7aw5150MDRWhjV4gvI13NzAKBggq
    hkjOPQQDAgNHADBEAiAOALfdneWrFNI7r/d17zaAvsnr2ipe9LEHBgc5Ooq39wIg
    PEJzr/rKq3ffRK9t3hSRGR76H5PPed+h8LHUI2q3MkcxgfAwge0CAQEwGzAVMRMw
    EQYDVQQDDApFeGFtcGxlIENBAgIQATALBglghkgBZQMEAgGgaTAYBgkqhkiG9w0B
    CQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMzAyMTQ5NTdaMC8G
    CSqGSIb3DQEJBDEiBCBf1Vi9Ze04Wga/TrMXgsgZdbUFLHKb7nOp6qIgM7i5FzAK
    BggqhkjOPQQDAgRHMEUCIQD5hxGh20w5yk2/rs6YZW8KTy8TtrHz0xwasw3y3GFt
    zgIgGATLhjkiPENaeZ+OuVxZoM3dCLPsXb17ut2PWk+EV9M=
    -----END CMS-----

    """
  /// The same, changed after it was signed: `<dict/>` is `<true/>`.
  static let tampered = intact.replacing("ZGljdC8+", with: "dHJ1ZS8+")
  /// The first 300 bytes of the same: a line of 20 letters, six of 65, and 16.
  static let cutOff = String(intact.prefix(20 + 6 * 65 + 16)) + "\n-----END CMS-----\n"
  /// Signed over SHA-1.
  static let sha1 = """
    -----BEGIN CMS-----
    MIICqQYJKoZIhvcNAQcCoIICmjCCApYCAQExCTAHBgUrDgMCGjAmBgkqhkiG9w0B
    BwGgGQQXPHBsaXN0PjxkaWN0Lz48L3BsaXN0PgqgggF7MIIBdzCCAR6gAwIBAgIC
    EAEwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKRXhhbXBsZSBDQTAeFw0yNjExMzAy
    MTQ5NTdaFw00NjExMjUyMTQ5NTdaMBkxFzAVBgNVBAMMDkV4YW1wbGUgU2lnbmVy
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK6Ecf/gHIG7x7rbHrS5gyAKXFDif
    tbztVHhA5ePcaksjTDEQiepxvbeooXhF2Sa80DyjqeEcoJ2tDtQyltX8KKNaMFgw
    CQYDVR0TBAIwADALBgNVHQ8EBAMCB4AwHQYDVR0OBBYEFIb6K75JWuSH6oOg0Y06
    GhlWQYeeMB8GA1UdIwQYMBaAFDDdp5vtrDnXnQwNFaGNXiC8jXc3MAoGCCqGSM49
    BAMCA0cAMEQCIA4At92d5asU0juv93XvNoC+yevaKl70sQcGBzk6irf3AiA8QnOv
    +sqrd99Er23eFJEZHvofk89536HwsdQjarcyRzGB3jCB2wIBATAbMBUxEzARBgNV
    BAMMCkV4YW1wbGUgQ0ECAhABMAcGBSsOAwIaoF0wGAYJKoZIhvcNAQkDMQsGCSqG
    SIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMTMwMjE0OTU3WjAjBgkqhkiG9w0B
    CQQxFgQUka3kBY074BjpdvcQHwYQz7YqM+IwCQYHKoZIzj0EAQRGMEQCIBhWbQnX
    MBpgUsEoPDrWvEkwg0EHlpWpntpKFCKYQxgxAiAh1NRxzB2YmbqWodMm+zRFVheI
    VEDeB/iaHtQkDd/OFg==
    -----END CMS-----

    """
  /// The signature alone.
  static let detached = """
    -----BEGIN CMS-----
    MIICpQYJKoZIhvcNAQcCoIICljCCApICAQExDTALBglghkgBZQMEAgEwCwYJKoZI
    hvcNAQcBoIIBezCCAXcwggEeoAMCAQICAhABMAoGCCqGSM49BAMCMBUxEzARBgNV
    BAMMCkV4YW1wbGUgQ0EwHhcNMjYxMTMwMjE0OTU3WhcNNDYxMTI1MjE0OTU3WjAZ
    MRcwFQYDVQQDDA5FeGFtcGxlIFNpZ25lcjBZMBMGByqGSM49AgEGCCqGSM49AwEH
    A0IABCuhHH/4ByBu8e62x60uYMgClxQ4n7W87VR4QOXj3GpLI0wxEInqcb23qKF4
    RdkmvNA8o6nhHKCdrQ7UMpbV/CijWjBYMAkGA1UdEwQCMAAwCwYDVR0PBAQDAgeA
    MB0GA1UdDgQWBBSG+iu+SVrkh+qDoNGNOhoZVkGHnjAfBgNVHSMEGDAWgBQw3aeb
    7aw5150MDRWhjV4gvI13NzAKBggqhkjOPQQDAgNHADBEAiAOALfdneWrFNI7r/d1
    7zaAvsnr2ipe9LEHBgc5Ooq39wIgPEJzr/rKq3ffRK9t3hSRGR76H5PPed+h8LHU
    I2q3MkcxgfEwge4CAQEwGzAVMRMwEQYDVQQDDApFeGFtcGxlIENBAgIQATALBglg
    hkgBZQMEAgGgaTAYBgkqhkiG9w0BCQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJ
    BTEPFw0yNjExMzAyMTQ5NTdaMC8GCSqGSIb3DQEJBDEiBCBf1Vi9Ze04Wga/TrMX
    gsgZdbUFLHKb7nOp6qIgM7i5FzAKBggqhkjOPQQDAgRIMEYCIQDAxeatEoBDZ0so
    MqlBSe99RRDi+ospPCYRFHuUllMx0wIhAPLS+LD3J6y5U/VXOG7rWiVPTMvPa4F2
    rxD19R9NeRjT
    -----END CMS-----

    """
  /// A certificate, signed by nobody.
  static let certificatesOnly = """
    -----BEGIN CMS-----
    MIIBpgYJKoZIhvcNAQcCoIIBlzCCAZMCAQExADALBgkqhkiG9w0BBwGgggF7MIIB
    dzCCAR6gAwIBAgICEAEwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKRXhhbXBsZSBD
    QTAeFw0yNjExMzAyMTQ5NTdaFw00NjExMjUyMTQ5NTdaMBkxFzAVBgNVBAMMDkV4
    YW1wbGUgU2lnbmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK6Ecf/gHIG7x
    7rbHrS5gyAKXFDiftbztVHhA5ePcaksjTDEQiepxvbeooXhF2Sa80DyjqeEcoJ2t
    DtQyltX8KKNaMFgwCQYDVR0TBAIwADALBgNVHQ8EBAMCB4AwHQYDVR0OBBYEFIb6
    K75JWuSH6oOg0Y06GhlWQYeeMB8GA1UdIwQYMBaAFDDdp5vtrDnXnQwNFaGNXiC8
    jXc3MAoGCCqGSM49BAMCA0cAMEQCIA4At92d5asU0juv93XvNoC+yevaKl70sQcG
    Bzk6irf3AiA8QnOv+sqrd99Er23eFJEZHvofk89536HwsdQjarcyRzEA
    -----END CMS-----

    """
  /// Encrypted for `Example Signer`.
  static let enveloped = """
    -----BEGIN CMS-----
    MIIBFQYJKoZIhvcNAQcDoIIBBjCCAQICAQIxga6hgasCAQOgUaFPMAkGByqGSM49
    AgEDQgAESw8gNuSN/ccS1CmP36rIVS+9NT3wGVER4PNTqwDQSpgsuCgcvxjyt6Bc
    7NB29b5+W+ogDX/qiKfE0cJjS5zgDjAYBgkrgQUQhkg/AAIwCwYJYIZIAWUDBAEF
    MDkwNzAbMBUxEzARBgNVBAMMCkV4YW1wbGUgQ0ECAhABBBgh0PgFFKtrcBK84f26
    LEw9VOTyOzlp2J4wTAYJKoZIhvcNAQcBMB0GCWCGSAFlAwQBAgQQm3ejvdRkzuHe
    M1JCoytqEIAgpbrd5jrmx9LKJ1NmRzhe4syEnRGJtHTvm37sa5gEbbI=
    -----END CMS-----

    """
}
