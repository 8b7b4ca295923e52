/// The command line; the tool calls `main` and nothing else.
public enum PBPolicy {}
