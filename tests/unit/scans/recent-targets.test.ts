import { expect, test } from "vitest";
import type { ScanFailure } from "#contract/scans/scans.ts";
import { knownClients } from "#src/lib/scans/known-clients.ts";
import { recentTargets } from "#src/lib/scans/recent-targets.ts";

const scan = (target: string, code?: ScanFailure["code"]) => ({
	target,
	failure: code ? { code, message: "" } : null,
});

test("what was scanned last comes first, each once, then hosts that were never scanned", () => {
	const scans = [scan("https://shop.example/"), scan("mail.example:443"), scan("https://shop.example/")];
	expect(recentTargets("combined", scans, ["mail.example", "intranet.example"])).toEqual([
		"https://shop.example/",
		"mail.example:443",
		"mail.example",
		"intranet.example",
	]);
});

test("a target is suggested in the form its scan takes", () => {
	const scans = [scan("https://shop.example:8443/cart"), scan("mail.example:993"), scan("203.0.113.24")];
	expect(recentTargets("sslyze", scans, ["shop.example"])).toEqual([
		"shop.example:8443",
		"mail.example:993",
		"203.0.113.24:443",
		"shop.example:443",
	]);
	expect(recentTargets("zap", scans, [])).toEqual([
		"https://shop.example:8443/cart",
		"https://mail.example:993",
		"https://203.0.113.24",
	]);
});

test("nothing hostile is suggested: no passwords, other schemes, hidden characters, or targets that were wrong", () => {
	const scans = [
		scan("https://ada:secret@shop.example/"),
		scan("javascript://shop.example/%0aalert(1)"),
		scan("https://shop.example/\u202emoc.knab"),
		scan("shop\u200b.example"),
		scan("two words.example"),
		scan("mispeled.example", "unresolvable"),
		scan("10.0.0.1", "refused"),
		scan("slow.example", "timeout"),
	];
	expect(recentTargets("combined", scans, [])).toEqual(["slow.example"]);
});

test("there are at most twelve", () => {
	const many = Array.from({ length: 40 }, (_, n) => scan(`host${n}.example`));
	expect(recentTargets("nmap", many, [])).toHaveLength(12);
});

test("clients are listed once, in order", () => {
	const named = ["Motors", "", "bank", "Clinic", "bank"].map((client) => ({ client }));
	expect(knownClients(named)).toEqual(["bank", "Clinic", "Motors"]);
});
