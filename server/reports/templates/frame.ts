import { site } from "#src/config/site.ts";
import { hostsInScope } from "../data/figures.ts";
import type { ReportData } from "../data/report-data.ts";
import { day, dayAndTime } from "../dates.ts";
import type { DocumentSection, ReportDocument } from "../document/document.ts";
import { TEMPLATE_NAMES } from "../report-name.ts";
import { counted } from "../severity-words.ts";

/** `21 Nov 2026`, of a day or a time in ISO 8601. */
export const dayText = (iso: string): string => day(new Date(iso));

/** Which days the scans are from. */
function periodText({ scope: { from, to } }: ReportData): string {
	if (from && to) return `${dayText(from)} to ${dayText(to)}`;
	if (from) return `From ${dayText(from)}`;
	return to ? `Until ${dayText(to)}` : "All scans so far";
}

const NAMED = 4;

/** Which hosts it is about. */
function scopeText(data: ReportData): string {
	const { hosts, clients } = data.scope;
	const all = hostsInScope(data);
	if (hosts.length === 0 && clients.length === 0)
		return all.length === 0 ? "All hosts" : `All ${counted(all.length, "host")}`;
	const named = (list: string[]) =>
		list.length > NAMED ? `${list.slice(0, NAMED).join(", ")} and ${list.length - NAMED} more` : list.join(", ");
	return [clients.length > 0 ? `Label ${named(clients)}` : "", hosts.length > 0 ? named(hosts) : ""]
		.filter((text) => text !== "")
		.join("; ");
}

/** Several in a sentence: `a, b and c`. */
export const listed = (items: readonly string[]): string =>
	items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** What every report begins with, and its sections. */
export const framed = (data: ReportData, sections: DocumentSection[]): ReportDocument => ({
	kind: TEMPLATE_NAMES[data.template],
	title: data.name,
	name: data.name,
	meta: [
		["For", data.company || data.createdBy],
		["Scope", scopeText(data)],
		["Scans from", periodText(data)],
		["Created", dayAndTime(new Date(data.generatedAt))],
		["Requested by", data.createdBy],
	],
	description: `${TEMPLATE_NAMES[data.template]} for ${data.company || data.createdBy}: ${scopeText(data)}, created on ${dayText(data.generatedAt)}.`,
	generatedAt: data.generatedAt,
	author: site.name,
	sections,
});
