import type { Finding, ScanFact, ScanPart } from "#contract/findings/findings.ts";
import { type OffLoop, tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import type { Evidences, Exchange, Gathered, Part, PortState, RawBody } from "../engines/baseline/evidence.ts";
import type { Records } from "../engines/baseline/gather/dns/dns-records.ts";
import { gatherCaa, gatherMail } from "../engines/baseline/gather/dns/mail.ts";
import { redirects } from "../engines/baseline/gather/gather.ts";
import { isSameSite } from "../engines/baseline/gather/same-site.ts";
import { LIMITS, type PageReaders, startSession } from "../engines/baseline/gather/session.ts";
import { MAX_BYTES } from "../engines/baseline/gather/web/files.ts";
import { gatherPages } from "../engines/baseline/gather/web/page.ts";
import { softwareGaps } from "../engines/baseline/gather/web/software.ts";
import { isRedirect, type Walked } from "../engines/baseline/gather/web/walk.ts";
import { type Collected, type Look, lookAtUnits, nothing } from "../engines/baseline/look.ts";
import { PARTS, toPart } from "../engines/baseline/parts.ts";
import type { RunResult } from "../engines/engine.ts";
import type { TASKS } from "../engines/readers.ts";
import { dedupe } from "../engines/shared/dedupe.ts";
import type { Endpoint } from "../engines/shared/evidence.ts";
import { examplesGap } from "../engines/shared/examples.ts";
import { addressOf, type Capture, type CapturedAnswer, readHead } from "./capture.ts";

type Read = OffLoop<typeof TASKS>["run"];

const NOT_IN_FILE = "The file does not say.";
const SECONDS = LIMITS.requestMs / 1000;

/** Judges captured answers by the rules of the free scan. What the file does not hold counts as not evaluated. Sends nothing. */
export async function lookAtCapture(capture: Capture, read: Read): Promise<RunResult> {
	const now = new Date(capture.capturedAt);
	const walks = capture.walks?.map((answers) => walkOf(capture, answers));
	const seen = walks && {
		walks,
		pages: gatherPages({ read: read as OffLoop<PageReaders>["run"], limits: LIMITS }, walks),
	};
	const looks = await Promise.all(
		PARTS.map(async (part) => [part, await lookAt(part, capture, seen, read, now)] as const),
	);
	const parts: ScanPart[] = [
		...looks.flatMap(([part, look]) => toPart(part, look) ?? []),
		...examplesGap(looks.flatMap(([, look]) => look.sampled)),
	];
	const findings: Finding[] = looks.flatMap(([, look]) => look.findings);
	const facts: ScanFact[] = looks.flatMap(([, look]) => look.facts);
	if (!parts.some(({ status }) => status === "evaluated")) {
		const message = "The file holds nothing that a rule can judge. Nothing was looked at.";
		return { status: "failed", reason: { code: "internal", message }, parts, sent: [] };
	}
	const coverage = parts.every(({ status }) => status === "evaluated") ? "full" : "partial";
	return { status: "completed", coverage, parts, findings: dedupe(findings), facts, sent: [] };
}

/** The walks of a file, and the pages at their ends, which several parts judge. */
type Seen = { walks: readonly Walked[]; pages: Promise<Gathered<"headers">> };

async function lookAt(part: Part, capture: Capture, seen: Seen | undefined, read: Read, now: Date): Promise<Look> {
	const judge = async <P extends Part>(one: P, collected: Collected[P]): Promise<Look> => {
		const done = await read("lookAtPart", one, collected as never, LIMITS, now);
		return done.status === "done" ? done.value : nothing(`What the file holds for this ${tooMuch(done)}.`);
	};
	switch (part) {
		case "redirects":
			if (!seen) return nothing(NOT_IN_FILE);
			return capture.ports
				? judge(part, redirectsOf(capture, seen.walks))
				: nothing("The file does not say which ports are open.");
		case "headers":
		case "content":
			return seen ? judge(part, await seen.pages) : nothing(NOT_IN_FILE);
		case "cors":
			return capture.cors
				? judge(part, { units: [{ exchange: exchangeOf(capture.cors), origin: capture.cors.origin }], gaps: [] })
				: nothing(NOT_IN_FILE);
		case "software":
			if (!seen) return nothing(NOT_IN_FILE);
			return judge(part, { walks: seen.walks.map(({ walk }) => walk), gaps: softwareGaps(seen.walks, SECONDS) });
		case "tls":
			return capture.tls ? judge(part, { units: capture.tls.map(tlsOf), gaps: [] }) : nothing(NOT_IN_FILE);
		case "certificate":
			// Its facts are read already.
			return capture.certificates
				? lookAtUnits(part, { units: capture.certificates.map(certificateOf), gaps: [] }, now)
				: nothing(NOT_IN_FILE);
		case "mail":
			return judge(part, await gatherMail(sessionOf(capture, read, now)));
		case "caa":
			return judge(part, await gatherCaa(sessionOf(capture, read, now)));
		case "files":
			return capture.files ? judge(part, await filesOf(capture.files, read)) : judge(part, { units: [], gaps: [] });
	}
}

const endpointOf = (url: string): Endpoint => {
	const { protocol, hostname, port } = new URL(url);
	const scheme = protocol === "https:" ? "https" : "http";
	const host = hostname.replace(/^\[|\]$/g, "");
	return { scheme, host, port: port === "" ? (scheme === "https" ? 443 : 80) : Number(port), at: addressOf(host) };
};
const endpointAt = ({ host, port }: { host: string; port: number }): Endpoint => ({
	scheme: "https",
	host,
	port,
	at: addressOf(host),
});

const exchangeOf = ({ url, status, head }: CapturedAnswer): Exchange => ({
	endpoint: endpointOf(url),
	url: new URL(url).href,
	status,
	headers: readHead(head),
});

function bodyOf({ body, bodyBase64, isCut }: CapturedAnswer): RawBody {
	const bytes = bodyBase64 === undefined ? Buffer.from(body ?? "") : Buffer.from(bodyBase64, "base64");
	const limit = LIMITS.bodyBytes;
	return { status: isCut || bytes.length > limit ? "cut" : "whole", bytes: bytes.subarray(0, limit) };
}

/** Redirects in order, and the answer they led to. */
function walkOf({ target }: Capture, answers: readonly CapturedAnswer[]): Walked {
	const exchanges = answers.map(exchangeOf);
	const last = answers.at(-1);
	const end = exchanges.at(-1);
	const [first = end] = exchanges;
	if (!last || !first || !end) throw new Error("A walk without an answer passed the file's schema.");
	const hops = exchanges.slice(0, -1);
	const location = end.headers.get("location")?.[0];
	if (!isRedirect(end.status) || location === undefined)
		return { walk: { start: first.endpoint, hops, end: { status: "answered", exchange: end } }, body: bodyOf(last) };
	const to = URL.parse(location, end.url);
	const isElsewhere = to !== null && !isSameSite(to.hostname.replace(/^\[|\]$/g, ""), target.host);
	const message = isElsewhere
		? `it redirects to another site, ${to.hostname}; look at that one to see its page`
		: "it redirects, and the file has no answer from there";
	const why = isElsewhere ? "off-site" : "too-many";
	return {
		walk: { start: first.endpoint, hops, end: { status: "stopped", from: end, location, why, message } },
		body: undefined,
	};
}

function redirectsOf({ target, ports = [] }: Capture, walked: readonly Walked[]): Gathered<"redirects"> {
	const states = ports.map(({ port, state }): PortState => {
		if (state !== "open") return { port, status: "closed", failure: state === "refused" ? "refused" : "timeout" };
		const start = walked.map(({ walk }) => walk.start).find((one) => one.port === port);
		return {
			port,
			status: "open",
			at: addressOf(target.host),
			scheme: start?.scheme ?? (port === 80 ? "http" : "https"),
		};
	});
	return redirects(target.host, states, walked, SECONDS);
}

function tlsOf({
	host,
	port,
	withoutForwardSecrecy,
	insecureRenegotiation,
	refusedByBrowsers,
	...tls
}: NonNullable<Capture["tls"]>[number]): Evidences["tls"] {
	return {
		...tls,
		endpoint: endpointAt({ host, port }),
		withoutForwardSecrecy: withoutForwardSecrecy ?? undefined,
		insecureRenegotiation: insecureRenegotiation ?? undefined,
		refusedByBrowsers: refusedByBrowsers ?? undefined,
	};
}

function certificateOf({
	host,
	port,
	validFrom,
	validTo,
	untrusted,
	signature,
	stapled,
	key,
	...certificate
}: NonNullable<Capture["certificates"]>[number]): Evidences["certificate"] {
	return {
		...certificate,
		endpoint: endpointAt({ host, port }),
		validFrom: new Date(validFrom),
		validTo: new Date(validTo),
		untrusted: untrusted ?? undefined,
		key: { type: key.type, bits: key.bits ?? undefined },
		signature: signature ?? undefined,
		stapled: stapled ?? undefined,
	};
}

/** Questions about names are answered from the file. */
function sessionOf({ target, dns = [] }: Capture, read: Read, now: Date) {
	const answer =
		(type: NonNullable<Capture["dns"]>[number]["type"]) =>
		async (name: string): Promise<Records> => {
			const found = dns.find((one) => one.type === type && one.name.toLowerCase() === name);
			if (!found) return { status: "unknown", reason: "the file does not say" };
			return found.records.length > 0 ? { status: "found", records: found.records } : { status: "none" };
		};
	const checked: CheckedTarget = { target, addresses: [addressOf(target.host)], ports: [443], listed: true };
	return startSession({
		target: checked,
		guard: { check: () => Promise.reject(new Error("A file is judged without a connection.")) },
		records: { txt: answer("TXT"), caa: answer("CAA"), mx: answer("MX") },
		userAgent: "",
		limits: LIMITS,
		signal: new AbortController().signal,
		now: () => now,
		read: read as OffLoop<PageReaders>["run"],
	});
}

async function filesOf(answers: readonly CapturedAnswer[], read: Read): Promise<Gathered<"files">> {
	const byPlace = Map.groupBy(answers, ({ url }) => new URL(url).origin);
	const gaps: string[] = [];
	const units = [...byPlace.values()].map(async (those): Promise<Evidences["files"]> => {
		const files = those.map(async (one) => {
			const path = new URL(one.url).pathname;
			const seen = await read("matchFile", path, exchangeOf(one), bodyOf(one), MAX_BYTES);
			if (seen.status === "done") return seen.value;
			gaps.push(`What the file holds for ${one.url} ${tooMuch(seen)}.`);
			return [];
		});
		return { endpoint: endpointOf(those[0]?.url ?? ""), files: (await Promise.all(files)).flat() };
	});
	return { units: await Promise.all(units), gaps };
}
