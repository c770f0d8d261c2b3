import { expect, test } from "vitest";
import { KINDS, SCAN_KINDS, scanEntry, scanName, scanOfEntry, TOOL_KINDS } from "#contract/kinds/kinds.ts";
import { ENTRY_PATHS } from "#contract/requests/entries.ts";

test("the four kinds a tool runs have the specification's names, in its order", {
	meta: { acceptance: "S2.176" },
}, () => {
	expect(TOOL_KINDS.map((kind) => KINDS[kind].name)).toEqual(["Zap", "Wapiti", "Nmap EOL", "SSLyze"]);
});

test("the calls that start a scan have the specification's paths", { meta: { acceptance: "S7.16" } }, () => {
	expect(Object.fromEntries(SCAN_KINDS.map((kind) => [kind, ENTRY_PATHS[scanEntry(kind)]]))).toEqual({
		combined: "scans/combined/start/",
		zap: "zap-scan/",
		wapiti: "scans/wapiti/start/",
		nmap: "scans/nmap/start/",
		sslyze: "scans/sslyze/start/",
	});
});

test("an entry maps to its kind, and one that is not a scan to no kind", () => {
	for (const kind of SCAN_KINDS) expect(scanOfEntry(scanEntry(kind))).toBe(kind);
	expect(scanOfEntry("newsletter")).toBeUndefined();
	expect(scanOfEntry("toString-scan")).toBeUndefined();
});

test.each(SCAN_KINDS)("%s has its own name and path", (kind) => {
	const others = SCAN_KINDS.filter((other) => other !== kind);
	expect(others.map(scanName)).not.toContain(scanName(kind));
	expect(others.map((other) => KINDS[other].path)).not.toContain(KINDS[kind].path);
});
