/// Every rule, in the order of the manual: the file, the profile, its payloads, the target, the
/// clipboard. A new rule is one file beside this one and one line here.
public let allRules: [Rule] = [
  .notAPropertyList, .plistNotReadYet, .plistNotWellFormed, .plistOnlySomeReaders,
  .plistRefusedByApple, .plistInternalSubset, .plistSilentlyChanged, .plistKeyAsValue,
  .plistLimits, .tooDeepForIOS, .byteOrderMark, .plistOpenStep, .duplicateKey,
  .notAProfile, .barePayload, .missingRequiredKey, .payloadVersion, .identifierForm,
  .identifierDuplicate, .identifierReplaced, .uuidForm, .uuidDuplicate,
  .unknownPayloadType, .keysNotChecked, .unknownKey, .wrongType, .valueNotAllowed, .valueIsDefault,
  .deprecatedKey, .removedKey,
  .notOnPlatform, .needsNewerVersion, .needsSupervision, .notInUserEnrollment,
  .notOnSharedIPad, .notByManualInstall,
  .managedPasteboardNotRequired, .managedPasteboardWithoutDirection,
  .managedPasteboardNotOnPlatform, .handoffNotInForce, .restrictionsDisagree,
]
