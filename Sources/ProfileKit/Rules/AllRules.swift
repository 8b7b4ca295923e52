/// Every rule, in the order of the manual: the file, the profile, its payloads, the target, the
/// clipboard. A new rule is one file beside this one and one line here.
public let allRules: [Rule] = [
  .notAPropertyList, .plistNotReadYet, .plistNotWellFormed, .plistOnlySomeReaders,
  .plistRefusedByApple, .plistInternalSubset, .plistSilentlyChanged, .plistKeyAsValue,
  .plistLimits, .tooDeepForIOS, .byteOrderMark, .duplicateKey,
  .notAProfile, .barePayload, .missingRequiredKey, .payloadVersion, .identifierForm,
  .identifierDuplicate, .identifierReplaced, .uuidForm, .uuidDuplicate, .uuidReused,
  .scopeMissing, .scopeNotOnPlatform, .scopeChannel, .profileEnds, .payloadOnce,
  .unknownPayloadType, .unknownKey, .wrongType, .valueNotAllowed, .valueIsDefault,
  .deprecatedKey, .removedKey,
  .companionKeyMissing, .keysExcludeEachOther, .valueDoesNotFit, .keyWithoutEffect,
  .privacyOneAnswer, .privacyNotGrantable, .privacyAppleEvents, .systemExtensionTeamTwice,
  .managedPreferencesForm, .managedPreferencesTwice, .managedPreferencesListed,
  .placeholderLeftIn, .secretInClear, .escapedTwice,
  .notOnPlatform, .needsNewerVersion, .needsSupervision, .notInUserEnrollment,
  .notOnSharedIPad, .notByManualInstall, .notByChannel,
  .managedPasteboardNotRequired, .managedPasteboardWithoutDirection,
  .managedPasteboardNotOnPlatform, .handoffNotInForce, .restrictionsDisagree,
]
