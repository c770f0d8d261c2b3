import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { Finding, ScanPart } from "#contract/findings/findings.ts";
import type { RunResult } from "../engine.ts";

/** How a tool that ran beside our own checks ended. */
type Beside = { part: string; label: string; result: RunResult };

/** Joins the sides of one scan: what one side could not do is reported and does not affect what another side found. Pure. */
export function mergeResults(own: RunResult, beside: readonly Beside[]): RunResult {
	const done = beside.flatMap(({ result }) => (result.status === "completed" ? [result] : []));
	const hasTls = own.parts.some(({ part, status }) => part === "tls" && status === "evaluated");
	const failed = beside.flatMap(({ part, label, result }): ScanPart[] => {
		if (result.status === "completed") return [];
		// Without TLS the tool has nothing to check: our own checks report what is wrong with that.
		if (result.reason.code === "unreachable" && !hasTls) return [];
		return result.parts.length > 0
			? result.parts
			: [{ part, label, status: "not-evaluated", reason: result.reason.message }];
	});
	const sent = [own, ...beside.map(({ result }) => result)].flatMap((result) => result.sent);
	const raw = [own, ...beside.map(({ result }) => result)].flatMap((result) => result.raw ?? []);
	if (own.status === "failed" && done.length === 0) return { ...own, sent, ...(raw.length > 0 ? { raw } : {}) };
	const ownParts: ScanPart[] =
		own.status === "failed"
			? [{ part: "own", label: "Our own checks", status: "not-evaluated", reason: own.reason.message }]
			: own.parts;
	const parts = [...ownParts, ...done.flatMap((result) => result.parts), ...failed];
	const completed = own.status === "completed" ? [own, ...done] : done;
	const whole = completed.every(({ coverage }) => coverage === "full");
	const addresses = addressesOf(completed.flatMap((result) => result.addresses ?? []));
	const facts = completed.flatMap((result) => result.facts ?? []);
	return {
		status: "completed",
		coverage: whole && parts.every(({ status }) => status === "evaluated") ? "full" : "partial",
		parts,
		findings: withoutTwins(completed.flatMap(({ findings }) => findings)),
		facts: facts.filter((fact, index) => facts.findIndex((one) => sameFact(one, fact)) === index),
		...(own.status === "completed" && own.pages ? { pages: own.pages } : {}),
		...(addresses.length > 0 ? { addresses } : {}),
		sent,
		...(raw.length > 0 ? { raw } : {}),
	};
}

const EXTENT: readonly AddressLook["looked"][] = ["all", "certificate", "none"];

/** For each address what the side that looked at more of it did. */
function addressesOf(looks: readonly AddressLook[]): AddressLook[] {
	const places = Map.groupBy(looks, ({ host, port, address }) => JSON.stringify([host, port, address]));
	return [...places.values()].flatMap((all) =>
		all.toSorted((a, b) => EXTENT.indexOf(a.looked) - EXTENT.indexOf(b.looked)).slice(0, 1),
	);
}

/** Sides judge by the same rules where they see the same, so one finding per place is enough. */
function withoutTwins(findings: readonly Finding[]): Finding[] {
	const seen = new Set<string>();
	return findings.filter(({ rule, location: { host, port, path, parameter } }) => {
		const place = JSON.stringify([rule, host, port, path, parameter]);
		return !seen.has(place) && seen.add(place);
	});
}

type Fact = NonNullable<Extract<RunResult, { status: "completed" }>["facts"]>[number];
const sameFact = (a: Fact, b: Fact) =>
	a.what === b.what && a.host === b.host && a.port === b.port && a.detail === b.detail && a.endsAt === b.endsAt;
