import { expect, test } from "vitest";
import { fingerprint } from "#server/scanning/engines/shared/fingerprint.ts";

const location = { host: "example.com", port: 443, path: "/", parameter: "sid" };

test("a fingerprint is the SHA-256 of engine, rule, host:port, path and parameter, and must never change", () => {
	// printf 'baseline|cookie-without-secure|example.com:443|/|sid' | sha256sum
	expect(fingerprint({ engine: "baseline", rule: "cookie-without-secure", location })).toBe(
		"32f38ffdadae25bc9c43419bb2fbc2d2cf2acde7f6d326cbc20067c5825b4551",
	);
});

test("each part of it counts, and no two places are written the same way", () => {
	const all = [
		fingerprint({ engine: "a", rule: "b", location }),
		fingerprint({ engine: "b", rule: "b", location }),
		fingerprint({ engine: "a", rule: "c", location }),
		fingerprint({ engine: "a", rule: "b", location: { ...location, host: "example.org" } }),
		fingerprint({ engine: "a", rule: "b", location: { ...location, port: 80 } }),
		fingerprint({ engine: "a", rule: "b", location: { ...location, path: "/x" } }),
		fingerprint({ engine: "a", rule: "b", location: { ...location, path: "/|sid", parameter: "" } }),
		fingerprint({ engine: "a", rule: "b", location: { ...location, path: "/", parameter: "sid|" } }),
		fingerprint({ engine: "a", rule: "b", location: { ...location, path: "/\\", parameter: "sid" } }),
	];
	expect(new Set(all).size).toBe(all.length);
});
