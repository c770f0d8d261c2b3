import * as z from "zod/mini";
import type { ClassId } from "#contract/controls/classes.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import {
	FINDING_STATES,
	type FindingFilter,
	findingFilter,
	type TrackedFinding,
} from "#contract/findings/vulnerabilities.ts";
import { dnsForm, searchForms } from "#contract/scans/dns-form.ts";

const PARTS = Object.keys(findingFilter.shape) as (keyof FindingFilter)[];

/** A filter as a query, for the screen's address and for the API, without empty parts. */
export function findingQuery(filter: FindingFilter): URLSearchParams {
	const query = new URLSearchParams();
	for (const part of PARTS) {
		const text = filter[part]?.trim();
		if (text) query.set(part, text);
	}
	return query;
}

/** A comma-separated list, sorted and without duplicates, so each filter has exactly one address and one list. */
function ordered(list: string, all: readonly string[] | null): string {
	const some = list.split(",");
	return (all ? all.filter((one) => some.includes(one)) : [...new Set(some)].sort()).join(",");
}

/** Reads a filter from an address anyone may have typed: an invalid part is ignored. */
export function readFindingFilter(query: URLSearchParams): FindingFilter {
	const read: FindingFilter = {};
	for (const part of PARTS) {
		const text = query.get(part)?.trim();
		if (!text || !z.safeParse(findingFilter.shape[part], text).success) continue;
		if (part === "state") read[part] = ordered(text, FINDING_STATES);
		else if (part === "severity") read[part] = ordered(text, SEVERITIES);
		else if (part === "engine") read[part] = ordered(text, null);
		else if (part === "class") read[part] = text as ClassId;
		else read[part] = text;
	}
	return read;
}

/**
 * Whether a list with this filter includes a finding, by the server's rules. Only the server knows a finding's class, so a list of one
 * class is always read from it.
 */
export function matchesFindingFilter(finding: TrackedFinding, filter: FindingFilter): boolean {
	const { state, severity, engine, host, client, rule, title, q } = filter;
	const isAmong = (list: string | undefined, value: string) => !list || list.split(",").includes(value);
	if (!isAmong(state, finding.state) || !isAmong(severity, finding.severity) || !isAmong(engine, finding.engine)) {
		return false;
	}
	const { location } = finding;
	if ((host && location.host !== dnsForm(host.toLowerCase())) || (client && finding.client !== client)) return false;
	if ((rule && finding.rule !== rule) || (title && finding.title !== title)) return false;
	if (!q?.trim()) return true;
	const wanted = searchForms(q.trim().toLowerCase());
	return [finding.title, finding.rule, location.host, location.parameter].some((text) =>
		wanted.some((form) => text.toLowerCase().includes(form)),
	);
}
