import { expect, test } from "vitest";
import type { CustodyEntry, EvidenceRequest, LinkRequest } from "#contract/evidence/evidence.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { accountId } from "#contract/ids.ts";
import { custodyText } from "#src/features/evidence/detail/custody-text.ts";
import { filterOf, readAddress, writeAddress } from "#src/features/evidence/inbox/inbox-address.ts";
import { capturePath, readAbout, subjectPath } from "#src/lib/evidence/about.ts";
import { subjectsShown, waitingAbout, waitingEvidence } from "#src/lib/evidence/waiting-evidence.ts";
import type { Entry } from "#src/requests/entry.ts";

const FINDING = { type: "finding", id: "ab".repeat(32) } as const;
const HOST = { type: "asset", id: "[::1]:8080 & co" } as const;
const SCAN = "0190a5d0-ac96-474b-bcce-b302099a8057";

const about = (query: string) => readAbout(new URLSearchParams(query));

test("the address says what evidence is about, whatever is in a host's name", () => {
	for (const one of [FINDING, HOST]) expect(about(capturePath(one).split("?")[1] ?? "")).toEqual([one]);
	expect(about(`about=scan:${SCAN}&about=asset:db.example`)).toEqual([
		{ type: "scan", id: SCAN },
		{ type: "asset", id: "db.example" },
	]);
});

test.each([
	"",
	"about=",
	"about=finding",
	"about=finding:xyz",
	"about=scan:1",
	"about=client:x",
	"about=asset:",
	"about=:x",
])("what cannot be read in %j is left out", (query) => {
	expect(about(query)).toEqual([]);
});

test("a requirement’s ID is shown and linked whole, spaces and all", () => {
	const about = { type: "requirement", id: "gdpr Art. 32(1)" } as const;
	expect(subjectPath(about)).toBe("/dashboard/compliance/gdpr?requirement=Art.+32%281%29");
	const by = { accountId: accountId.parse(SCAN), name: "Ada Lovelace" };
	expect(custodyText({ at: "2026-11-23T14:05:00.000Z", by, what: "linked", about })).toBe(
		"Ada Lovelace put it on the requirement Art. 32(1).",
	);
});

test("each thing has a screen", () => {
	expect(subjectPath(FINDING)).toBe(`/dashboard/vulnerabilities/${FINDING.id}`);
	expect(subjectPath({ type: "asset", id: "db.example" })).toBe("/dashboard/assets?q=db.example");
});

test("the custody list is in sentences", () => {
	const by = { accountId: accountId.parse(SCAN), name: "Ada Lovelace" };
	const said = (what: CustodyEntry["what"], on: CustodyEntry["about"] = null) =>
		custodyText({ at: "2026-11-23T14:05:00.000Z", by, what, about: on });
	expect([
		said("received"),
		said("changed"),
		said("linked", { type: "asset", id: "db.example" }),
		said("unlinked", FINDING),
		said("opened"),
	]).toEqual([
		"Received from Ada Lovelace.",
		"Ada Lovelace changed what is written about it.",
		"Ada Lovelace put it on the host db.example.",
		"Ada Lovelace took it off a vulnerability.",
		"Ada Lovelace opened a file.",
	]);
});

test("a place says how exact it is", () => {
	expect(placeText({ latitude: 6.454071, longitude: -3.394669, accuracy: 11.6 })).toBe(
		"6.45407, -3.39467, within 12 m",
	);
	expect(placeText({ latitude: 0, longitude: 0, accuracy: 4_600 })).toBe("0.00000, 0.00000, within 5 km");
	expect(placeText({ latitude: 0, longitude: 0, accuracy: 999.6 })).toBe("0.00000, 0.00000, within 1 km");
});

test("the inbox's address and the API's filter", () => {
	const read = (query: string) => readAddress(new URLSearchParams(query));
	expect(filterOf(read("tab=nope&kind=nope&from=yesterday"))).toEqual({ method: "by-hand" });
	expect(filterOf(read("tab=unlinked&q=+door+"))).toEqual({ method: "by-hand", linked: "no", q: "door" });
	expect(filterOf(read("tab=linked&method=any"))).toEqual({ linked: "yes" });
	expect(filterOf(read("method=automatic&kind=scan&freshness=expired&to=2026-11-24"))).toEqual({
		method: "automatic",
		kind: "scan",
		freshness: "expired",
		to: "2026-11-24",
	});
	for (const query of ["", "tab=linked&q=a+b", "method=any&state=accepted&from=2026-11-01"])
		expect(`${writeAddress(read(query))}`).toBe(query);
});

let ids = 0;
const entry = (kind: "evidence" | "evidence-link", body: unknown, status: Entry["status"] = "queued") =>
	({ id: String(++ids), status, request: { kind, body } }) as unknown as Entry;
const link = (linked: boolean, status?: Entry["status"]) =>
	entry("evidence-link", { evidenceId: "e", about: HOST, linked } as LinkRequest, status);

test("what is put on and taken off shows at once, and goes back when it is refused", () => {
	expect(subjectsShown("e", [FINDING], [link(true)])).toEqual([
		{ about: FINDING, waiting: null },
		{ about: HOST, waiting: "put" },
	]);
	expect(subjectsShown("e", [HOST], [link(false)])).toEqual([{ about: HOST, waiting: "taken-off" }]);
	// Both are waiting: as before.
	expect(subjectsShown("e", [], [link(true), link(false)])).toEqual([]);
	expect(subjectsShown("e", [HOST], [link(false), link(true)])).toEqual([{ about: HOST, waiting: null }]);
	for (const status of ["rejected", "accepted"] as const) {
		expect(subjectsShown("e", [HOST], [link(false, status)])).toEqual([{ about: HOST, waiting: null }]);
	}
	expect(subjectsShown("other", [], [link(true)])).toEqual([]);
});

test("what waits on this device is there, newest first, until it is sent", () => {
	const piece = (title: string, on: EvidenceRequest["about"], status?: Entry["status"]) =>
		entry("evidence", { title, about: on } as EvidenceRequest, status);
	const entries = [
		piece("a", [HOST]),
		link(true),
		piece("b", []),
		piece("c", [HOST], "accepted"),
		piece("d", [HOST], "held"),
	];
	expect(waitingEvidence(entries).map(({ evidence }) => evidence.title)).toEqual(["d", "b", "a"]);
	expect(waitingAbout(entries, HOST).map(({ evidence }) => evidence.title)).toEqual(["d", "a"]);
});
