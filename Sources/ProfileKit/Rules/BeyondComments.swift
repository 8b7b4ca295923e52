import Findings

extension Rule {
  /// Rules about the file as a whole and the messages round it: a file that vouches for itself, or
  /// says that it need not be read, is not to be believed.
  static let aboutTheFile: Set<RuleID> = [
    .plistNotWellFormed, .plistRefusedByApple, .plistInternalSubset, .plistLimits,
    .notAPropertyList, .messageDamaged, .encryptedNotChecked, .signatureNotIntact,
    .signatureMissing, .signatureDetached, .signatureWeak, .signerNotTrusted, signerExpired.id,
    signed.id,
  ]

  /// The names of all rules whose findings no comment in a file suppresses.
  static let beyondComments: Set<String> = Set(aboutTheFile.map(\.name)).union([
    "suppression-invalid", "suppression-unused",
  ])
}
