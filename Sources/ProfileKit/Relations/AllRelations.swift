extension KeyRelation {
  /// Every relation that is checked. A new one is a line in one of the tables beside this file.
  static let all: [KeyRelation] =
    networkRelations + vpnRelations + accountRelations + signOnRelations + macRelations
    + restrictionRelations + deviceRelations
}
