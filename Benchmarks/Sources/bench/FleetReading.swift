import Foundation

/// A fleet of a million devices with 200 sets of profiles: how long, and how much memory beside a
/// tenth of the devices.
enum FleetReading {
  static func run() {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("pbpolicy").path
    let path = ProcessInfo.processInfo.environment["BENCH_PBPOLICY"] ?? own
    guard access(path, X_OK) == 0 else {
      return Table.skip("fleet", against: "reading the file", "it is not built; see run.sh")
    }
    let folder = Files.scratch()
    defer { Files.remove(folder) }
    let profiles = folder.appendingPathComponent("profiles")
    write(profilesIn: profiles)
    let many = inventory(folder, 1_000_000)
    let objects = [
      objects(folder, 1_000_000, lines: true), objects(folder, 1_000_000, lines: false),
    ]
    let few = inventory(folder, 100_000)
    let words = { (inventory: URL) in
      [path, "fleet", inventory.path, "--profiles", profiles.path]
    }
    let timings = time(
      [
        Contender("ours") { ProcessStart.spawn(words(many)) },
        Contender("wc -l of the same file (limit)") {
          ProcessStart.spawn(["/usr/bin/wc", "-l", many.path])
        },
      ], rounds: 5, sample: .nanoseconds(1))
    Table.add("fleet: 1,000,000 devices, 200 sets of profiles", timings, unit: .milliseconds)
    for (name, file) in zip(["JSON Lines", "a JSON array"], objects) {
      let timings = time(
        [
          Contender("ours") { ProcessStart.spawn(words(file)) },
          Contender("the same devices as CSV") { ProcessStart.spawn(words(many)) },
        ], rounds: 3, sample: .nanoseconds(1))
      Table.add(
        "fleet: 1,000,000 devices, 200 sets of profiles, \(name)", timings, unit: .milliseconds)
      Table.memory(
        "fleet: peak memory, 1,000,000 devices, \(name)", peak(words(file)), "100,000, CSV",
        peak(words(few)))
    }
    Table.memory(
      "fleet: peak memory, 1,000,000 devices", peak(words(many)), "100,000 devices",
      peak(words(few)))
  }

  /// The most memory that a process holds, in bytes.
  private static func peak(_ words: [String]) -> Double {
    Double(ProcessStart.peakMemory(words))
  }

  private static let keys = [
    "allowActivityContinuation", "requireManagedPasteboard", "allowOpenFromManagedToUnmanaged",
    "allowOpenFromUnmanagedToManaged", "allowAirDrop", "allowScreenShot",
  ]

  private static func write(profilesIn folder: URL) {
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 0..<24 {
      let body = (0..<3).map { place in
        "<key>\(keys[(number + place * 2) % keys.count])</key><\((number >> place) % 2 == 0)/>"
      }
      let text = """
        <plist version="1.0"><dict><key>PayloadType</key><string>Configuration</string>
        <key>PayloadIdentifier</key><string>com.example.p\(number)</string>
        <key>PayloadContent</key><array><dict>
        <key>PayloadType</key><string>com.apple.applicationaccess</string>
        \(body.joined())</dict></array></dict></plist>
        """
      let file = folder.appendingPathComponent("p\(number).mobileconfig")
      try? Data(text.utf8).write(to: file)
    }
  }

  /// An inventory of `count` devices; the sets of profiles differ in what they hold, as numbers do in
  /// their digits.
  private static func inventory(_ folder: URL, _ count: Int) -> URL {
    let sets = sets.map { $0.joined(separator: ";") }
    var text = "device,platform,version,supervised,enrollment,profiles\n"
    for number in 0..<count {
      text += "device-\(number),\(devices[number % 5]),\(sets[number % 200])\n"
    }
    let file = folder.appendingPathComponent("\(count).csv")
    try? Data(text.utf8).write(to: file)
    return file
  }
  private static let sets = (0..<200).map { number in
    ["p\(number % 24)", "p\((number * 7 + 1) % 24)", "p\((number * 5 + number / 24) % 24)"]
  }

  private static let devices = [
    "iOS,18.1,yes,automated", "iOS,17.6.1,no,device", "macOS,15.1,no,device",
    "iPadOS,18.1,yes,automated", "visionOS,2.1,no,device",
  ]

  /// The same devices as objects: one a line, or all in one array.
  private static func objects(_ folder: URL, _ count: Int, lines: Bool) -> URL {
    let names = ["platform", "version", "supervised", "enrollment"]
    let facts = devices.map { device in
      zip(names, device.split(separator: ",")).map { name, value in
        value == "yes" || value == "no"
          ? "\"\(name)\": \(value == "yes")" : "\"\(name)\": \"\(value)\""
      }.joined(separator: ", ")
    }
    let sets = sets.map { set in "[\(set.map { "\"\($0)\"" }.joined(separator: ", "))]" }
    var text = lines ? "" : "[\n"
    for number in 0..<count {
      text += "{\"device\": \"device-\(number)\", \(facts[number % 5]), "
      text += "\"profiles\": \(sets[number % 200])}\(lines || number == count - 1 ? "" : ",")\n"
    }
    if !lines { text += "]\n" }
    let file = folder.appendingPathComponent("\(count).\(lines ? "jsonl" : "json")")
    try? Data(text.utf8).write(to: file)
    return file
  }
}
