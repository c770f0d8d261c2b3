const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `90s`, `30m` or `2h`; undefined for anything else. */
export function durationOf(text: string): number | undefined {
	const [, count = "", unit = ""] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
	const ms = Number(count) * (UNITS[unit] ?? 0);
	return ms > 0 ? ms : undefined;
}
