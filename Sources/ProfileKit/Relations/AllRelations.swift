extension KeyRelation {
  /// Every relation that is checked. A new one is a line in one of the tables beside this file.
  static let all: [KeyRelation] =
    networkRelations + vpnRelations + accountRelations + signOnRelations + macRelations
    + restrictionRelations + deviceRelations

  /// The relations of each payload type, by their places in `all`.
  static let byType: [String: [Int]] = {
    var result: [String: [Int]] = [:]
    let all = KeyRelation.all
    for index in all.indices {
      for type in all[index].types { result[type, default: []].append(index) }
    }
    return result
  }()
}
