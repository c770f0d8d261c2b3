import { expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { PLACES_SHOWN, VERDICTS_LIMIT } from "#contract/findings/vulnerabilities.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer({ env: { SCANS_PER_TARGET: "16", SCANS_PER_ACCOUNT: "16" } });

type Some = NonNullable<Parameters<typeof findingOf>[0]>;
const at = (parameter: string, over: Some = {}): Finding => findingOf({ rule: "weak", parameter, ...over });
const places = (count: number, over: Some = {}) => Array.from({ length: count }, (_, index) => at(`p${index}`, over));
const OTHER = at("p", { rule: "other", title: "Another thing", severity: "low" });

test("findings that say the same are one problem with its places, and anything else a reader would read is another", async () => {
	const ada = await createFinder(server);
	await ada.scan([
		...places(3, { title: "The cipher is weak", severity: "medium" }),
		at("old", { title: "PHP 5.6.40 no longer gets security fixes", severity: "medium" }),
		at("high", { title: "The cipher is weak", severity: "high" }),
		OTHER,
	]);
	const page = await ada.problems();
	expect(page).toMatchObject({ total: 4, findings: 6, next: null, states: { open: 6 } });
	expect(page.problems.map(({ severity, title, findings, hosts }) => [severity, title, findings, hosts])).toEqual([
		["high", "The cipher is weak", 1, 1],
		["medium", "PHP 5.6.40 no longer gets security fixes", 1, 1],
		["medium", "The cipher is weak", 3, 1],
		["low", "Another thing", 1, 1],
	]);
	const [, , weak] = page.problems;
	expect(new Set(weak?.places.map(({ location }) => location.parameter))).toEqual(new Set(["p0", "p1", "p2"]));
	const { rule = "", title = "", severity = "" } = weak ?? {};
	expect((await ada.list({ rule, title, severity })).findings).toEqual(weak?.places);

	// One of its places is decided: every count follows, and the flat list, the groups and the overview agree.
	const [first] = weak?.places ?? [];
	await ada.say(at(first?.location.parameter ?? ""), { state: "accepted", reason: "Known." });
	for (const state of ["open", "accepted", "fixed"]) {
		const [groups, flat] = [await ada.problems({ state }), await ada.list({ state })];
		expect(groups.findings).toBe(flat.total);
		expect(groups.states).toEqual(flat.states);
		expect(groups.problems.reduce((sum, { findings }) => sum + findings, 0)).toBe(flat.total);
	}
	const { open } = await ada.overview();
	expect(open.high + open.medium + open.low + open.none).toBe((await ada.problems({ state: "open" })).findings);
	expect((await ada.problems({ state: "open", severity: "medium" })).problems.map(({ findings }) => findings)).toEqual([
		1, 2,
	]);
});

test("a page of problems goes on where it stopped, whatever scans and people do in between", async () => {
	const ada = await createFinder(server);
	const named = ["a", "b", "c", "d"].map((name) => at(name, { title: `Problem ${name}`, rule: `rule-${name}` }));
	await ada.scan(named);
	const first = await ada.problems({ state: "open", limit: "2" });
	expect(first.problems.map(({ title }) => title)).toEqual(["Problem a", "Problem b"]);
	// The last one on the page is gone, the first one was seen again, and the next one is in one more place.
	const [, b] = named;
	if (!b) throw new Error("There is no second finding");
	await ada.say(b, { state: "fixed" });
	await ada.scan([...named.filter((one) => one !== b), at("c2", { title: "Problem c", rule: "rule-c" })]);
	const second = await ada.problems({ state: "open", limit: "2", cursor: first.next ?? "" });
	expect(second.problems.map(({ title, findings }) => [title, findings])).toEqual([
		["Problem c", 2],
		["Problem d", 1],
	]);
	expect(second.next).toBeNull();
});

test("a problem in 400 places carries the first ones, lists the others, and is decided in requests of at most 200", async () => {
	const ada = await createFinder(server);
	await ada.scan(places(400, { title: "Everywhere" }));
	const [everywhere] = (await ada.problems()).problems;
	expect(everywhere).toMatchObject({ findings: 400, hosts: 1 });
	expect(everywhere?.places).toHaveLength(PLACES_SHOWN);
	const { rule = "", title = "", severity = "" } = everywhere ?? {};
	const fingerprints: string[] = [];
	let cursor: string | null = "";
	do {
		const page: Awaited<ReturnType<typeof ada.list>> = await ada.list({
			rule,
			title,
			severity,
			limit: "100",
			...(cursor && { cursor }),
		});
		fingerprints.push(...page.findings.map(({ fingerprint }) => fingerprint));
		cursor = page.next;
	} while (cursor !== null);
	expect(new Set(fingerprints).size).toBe(400);
	expect(await ada.say(OTHER, { state: "fixed", fingerprints: fingerprints.slice(0, VERDICTS_LIMIT) })).toBe(200);
	expect((await ada.problems({ state: "open" })).findings).toBe(200);
	expect(await ada.say(OTHER, { state: "fixed", fingerprints: fingerprints.slice(VERDICTS_LIMIT) })).toBe(200);
	expect(await ada.problems({ state: "open" })).toMatchObject({ total: 0, findings: 0, problems: [] });
});

test("an account sees no problem of another one, and no place of it", async () => {
	const [ada, eve] = [await createFinder(server), await createFinder(server)];
	await ada.scan(places(2, { title: "The same for both" }));
	await eve.scan(places(5, { title: "The same for both" }));
	const { problems } = await ada.problems();
	expect(problems.map(({ findings, places }) => [findings, places.length])).toEqual([[2, 2]]);
	const mine = new Set((await ada.list()).findings.map(({ scanId }) => scanId));
	expect(problems.flatMap(({ places }) => places).every(({ scanId }) => mine.has(scanId))).toBe(true);
});

test("a risk whose last day is over counts as open in its problem", async () => {
	const ada = await createFinder(server);
	const [one] = places(1, { title: "Accepted until yesterday" });
	if (!one) throw new Error("There is no finding");
	await ada.scan([one]);
	const day = new Date(Date.now() - 86_400_000);
	await ada.say(one, {
		state: "accepted",
		reason: "For now.",
		saidAt: new Date(day.getTime() - 86_400_000).toISOString(),
		until: day.toISOString().slice(0, 10),
	});
	expect((await ada.problems({ state: "open" })).problems.map(({ title }) => title)).toEqual([
		"Accepted until yesterday",
	]);
	expect((await ada.problems({ state: "accepted" })).problems).toEqual([]);
});

test("a problem is on as many hosts in the overview as in the list, where a redirect led to another host too", async () => {
	const ada = await createFinder(server);
	await ada.scan([findingOf({ host: "example.com" }), findingOf({ host: "www.example.com" })]);
	const [listed] = (await ada.problems()).problems;
	expect(listed).toMatchObject({ findings: 2, hosts: 2 });
	expect((await ada.overview()).problems[0]).toMatchObject({ places: 2, hosts: listed?.hosts });
});
