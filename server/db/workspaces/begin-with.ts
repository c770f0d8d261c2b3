/** Settings of one transaction (migrations/0027-walls.sql, 0031-audit-log.sql). */
type Settings = Partial<Record<"workspace" | "seen_client" | "account", string>>;

/** Begins a transaction with settings, in one round trip. Their values were parsed as UUIDs: there is nothing to quote. */
export const beginWith = (settings: Settings): string =>
	["BEGIN", ...Object.entries(settings).map(([name, value]) => `SET LOCAL plumbline.${name} = '${value}'`)].join("; ");
