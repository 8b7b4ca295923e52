// Placeholder until the first piece lands.
