extension KeyRelation {
  /// Restrictions that lean on another restriction.
  static let restrictionRelations: [KeyRelation] = {
    let table = RelationTable(Payload.restrictionsType)
    let open = KeyCondition.byDefault("allowOpenFromManagedToUnmanaged", is: "true")
    return [
      table.idle("allowManagedToWriteUnmanagedContacts", of: "true", open).joined,
      table.idle("allowUnmanagedToReadManagedContacts", of: "true", open).joined,
      table.idle("forceAirDropUnmanaged", of: "true", open).joined.inferred,
      table.idle(
        "forceClassroomUnpromptedScreenObservation", of: "true",
        .any([
          .when("allowScreenShot", is: "false"), .when("allowRemoteScreenObservation", is: "false"),
        ])),
      table.idle(
        "enforcedSoftwareUpdateDelay",
        .all([
          .unless("forceDelayedSoftwareUpdates", is: "true"),
          .unless("forceDelayedAppSoftwareUpdates", is: "true"),
          .unless("forceDelayedMajorSoftwareUpdates", is: "true"),
        ])
      ).joined,
      table.idle(
        "enforcedSoftwareUpdateMajorOSDeferredInstallDelay",
        .unless("forceDelayedMajorSoftwareUpdates", is: "true")
      ).joined,
      table.idle(
        "enforcedSoftwareUpdateMinorOSDeferredInstallDelay",
        .unless("forceDelayedSoftwareUpdates", is: "true")
      ).joined,
      table.idle(
        "enforcedSoftwareUpdateNonOSDeferredInstallDelay",
        .unless("forceDelayedAppSoftwareUpdates", is: "true")
      ).joined,
    ]
  }()
}
