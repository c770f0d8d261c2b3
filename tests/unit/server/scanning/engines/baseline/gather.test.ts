import { expect, test } from "vitest";
import type { PortState, Walk } from "#server/scanning/engines/baseline/evidence.ts";
import { gatherAll } from "#server/scanning/engines/baseline/gather/gather.ts";
import { LIMITS, startSession } from "#server/scanning/engines/baseline/gather/session.ts";
import { allExchanges, gatherPages as pagesOf } from "#server/scanning/engines/baseline/gather/web/page.ts";
import { gatherSoftware } from "#server/scanning/engines/baseline/gather/web/software.ts";
import { readerOfOneScan } from "#tests/support/engines/readers.ts";
import { exchange, http, https } from "./builders.ts";
import { NOW, noRecords, target } from "./scan.ts";

function tlsOf(secure: PortState) {
	const session = startSession({
		target: { target: target("example.com"), addresses: [https.at], ports: [443, 80], listed: false },
		guard: { check: () => Promise.reject(new Error("not asked")) },
		records: noRecords,
		userAgent: "",
		limits: LIMITS,
		signal: new AbortController().signal,
		now: () => NOW,
		read: readerOfOneScan(),
	});
	return gatherAll(session, { ports: [secure], endpoints: [], greetings: new Map() }).tls;
}

test("a port 443 that refuses has no TLS to look at; one that stays silent may have, which is a gap", async () => {
	expect(await tlsOf({ port: 443, status: "closed", failure: "refused" })).toEqual({ units: [], gaps: [] });
	expect(await tlsOf({ port: 443, status: "closed", failure: "timeout" })).toEqual({
		units: [],
		gaps: ["example.com:443 could not be looked at: there was no full answer in 10 s."],
	});
});

const answered = (start: Walk["start"], change = {}): Walk => ({
	start,
	hops: [],
	end: { status: "answered", exchange: exchange({ server: "nginx/1.14.0" }, { endpoint: start, ...change }) },
});

const gatherPages = (walks: readonly Walk[]) =>
	pagesOf(
		{ read: readerOfOneScan(), limits: LIMITS },
		walks.map((walk) => ({ walk, body: { status: "whole", bytes: new Uint8Array() } })),
	);

test("if a host has http and https pages, the https one is judged, and the same page only once", async () => {
	const redirected: Walk = { ...answered(https), start: http, hops: [exchange({}, { endpoint: http, status: 301 })] };
	const { units } = await gatherPages([answered(https), answered(http)]);
	expect(units.map((unit) => unit.exchange.url)).toEqual(["https://example.com/"]);
	expect((await gatherPages([answered(https), redirected])).units).toHaveLength(1);
	expect((await gatherPages([answered(http)])).units).toHaveLength(1);
	expect(allExchanges([answered(https), redirected])).toHaveLength(3);
});

test.for([
	[503, /answered 503: it asks to be left alone for now. Please scan it again later./],
	[500, /answered 500, an error of the server, instead of its page./],
] as const)("an answer of %s is not a page", async ([status, sentence]) => {
	const { units, gaps } = await gatherPages([answered(https, { status })]);
	expect(units).toEqual([]);
	expect(gaps).toEqual([expect.stringMatching(sentence)]);
});

test("of several Content-Type headers the last one counts, as in browsers", async () => {
	const typed = async (...types: string[]) => {
		const headers = new Map([["content-type", types]]);
		const { units } = await gatherPages([answered(https, { headers })]);
		return units.map(({ html }) => html);
	};
	expect(await typed("text/plain", "text/html; charset=utf-8")).toEqual([true]);
	expect(await typed("text/html", "text/plain")).toEqual([false]);
	expect(await typed("text/plain, text/html")).toEqual([true]);
	expect(await typed("text/html,", "", "*/*")).toEqual([true]);
});

test("software seen on several answers of a host is one sighting", () => {
	const [unit] = gatherSoftware({ walks: [answered(https), answered(http)], gaps: [] }).units;
	expect(unit?.software.map(({ name, source }) => [name, source])).toEqual([
		["nginx", "server header of https://example.com/"],
	]);
});
