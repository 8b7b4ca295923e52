/// A finding that is no rule of `validate`: what another command, or the reading of a file, has to
/// say. There is nothing to select, to ignore or to weigh, so that it has no rule.
struct OtherFinding {
  /// Its stable name.
  let id: String
  /// What says it.
  let saidBy: String
  /// What it means; lower case, no full stop.
  let summary: String
  /// What to do about it; lower case, no full stop.
  let advice: String

  init(_ id: String, _ saidBy: String, _ summary: String, _ advice: String) {
    self.id = id
    self.saidBy = saidBy
    self.summary = summary
    self.advice = advice
  }

  /// Every one, by name.
  static let all =
    ([
      OtherFinding(
        "catalogue", "`--catalog` and `schema import`", "a line of a catalogue is not understood",
        "mend the line; Docs/catalogue.md describes the form"),
      OtherFinding(
        "file-not-read", "the reports in SARIF and JUnit", "a file could not be read",
        "see that the file is there, may be read and is not too large"),
      OtherFinding(
        "request-invalid", "`decide`", "a request is not whole or contradicts itself",
        "mend the request; `decide --help` lists what it may say"),
    ] + ofDevices + ofProfiles + ofInventories + ofSchemas + ofPolicyTexts + ofPolicies + ofReleases
    + ofImports)
    .sorted { $0.id < $1.id }

  private static let ofDevices = [
    OtherFinding(
      "device-different-value", "`effective --compare`",
      "the device has another value in force than the files would give",
      "see on the device which profile sets it, and give that file"),
    OtherFinding(
      "device-only-in-files", "`effective --compare`",
      "a restriction that the files set is not in force on the device",
      "see that the profile is installed and that the device meets its conditions"),
    OtherFinding(
      "device-only-on-device", "`effective --compare`",
      "a restriction is in force on the device, and no file given sets it",
      "give the file that sets it, or take that profile off the device"),
    OtherFinding(
      "device-settled", "`effective --compare`",
      "what is uncertain by the files is settled by the device's own word", "nothing"),
    OtherFinding(
      "response-not-understood", "`effective`",
      "a part of a device's answer is not as devices write it, so that it proves nothing",
      "give the answer as the management server received it"),
    OtherFinding(
      "response-not-usable", "`effective`",
      "a device's answer is an error, incomplete, or another device's, and is not used",
      "ask the device again, and give its own answer"),
  ]

  private static let ofProfiles = [
    OtherFinding(
      "declaration-address", "`effective`",
      "the profile's address in a declaration does not start with `https://`",
      "give the address at which the management server hosts the profile"),
    OtherFinding(
      "declaration-not-understood", "`effective`",
      "a declaration is no JSON, or lacks the address of its profile", "mend the declaration"),
    OtherFinding(
      "declaration-profile-unknown", "`effective`",
      "no file given, or more than one, is the profile that a declaration names",
      "give that file, and no other of its name, with --profiles"),
    OtherFinding(
      "declaration-without-profile", "`effective`",
      "a declaration of a type that carries no profile", "nothing; it sets no restriction"),
    OtherFinding(
      "profile-ambiguous", "`effective`",
      "several files hold the profile that a device lists",
      "give only the file that was pushed"),
    OtherFinding(
      "profile-edition-differs", "`effective`",
      "a file has the identifier of an installed profile and another UUID",
      "give the edition that was pushed"),
    OtherFinding(
      "profile-list-partial", "`effective`",
      "under User Enrollment a device lists only what its server installed",
      "reckon with restrictions of profiles that are not listed"),
    OtherFinding(
      "profile-not-installed", "`effective`",
      "a file holds a profile that the device does not list, and counts for nothing",
      "leave the file out, or install the profile"),
    OtherFinding(
      "profile-not-read", "`effective` and `fleet`",
      "a file among the profiles is not read as one",
      "give the profile as it was pushed, or its key with --key; `validate` says what is wrong"),
    OtherFinding(
      "profile-without-file", "`effective`",
      "an installed profile is in no file given",
      "give its file, or the device's own word with --compare"),
  ]

  private static let ofInventories = [
    OtherFinding(
      "inventory-column-unused", "`fleet`", "a column of the inventory is not used",
      "call it as `fleet --help` says, if it was meant"),
    OtherFinding(
      "inventory-not-read", "`fleet`", "the inventory cannot be read, from here on or at all",
      "mend it where the finding points"),
    OtherFinding(
      "inventory-not-utf8", "`fleet`", "bytes of the inventory are not UTF-8",
      "save the inventory as UTF-8"),
    OtherFinding(
      "inventory-profile-ambiguous", "`fleet`",
      "a name of a profile stands for several files", "call it by its file's name or path"),
    OtherFinding(
      "inventory-profile-unknown", "`fleet`", "a name stands for no profile that was given",
      "give its file with --profiles, or leave the field empty where there are none"),
    OtherFinding(
      "inventory-profile-unread", "`fleet`",
      "a name stands for a file that is not read as a profile",
      "give the profile as it was pushed"),
    OtherFinding(
      "inventory-row-not-read", "`fleet`",
      "a row of the inventory describes no device that there can be, and is left out",
      "mend the row"),
    OtherFinding(
      "inventory-without-devices", "`fleet`", "the inventory has no device",
      "see that it is the right file"),
  ]

  private static let ofSchemas = [
    OtherFinding(
      "schema-not-understood", "`schema import`",
      "a part of a schema file is not understood, and is not in the catalogue",
      "nothing, if it is not needed; else mend the file or add the fact with --catalog"),
    OtherFinding(
      "schema-not-yaml", "`schema import`", "a schema file is no YAML, and is left out",
      "give the files as Apple publishes them"),
  ]
}
