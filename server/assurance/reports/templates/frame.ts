import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import type { DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { otherClient } from "#server/platform/paper/letterhead.ts";
import { site } from "#src/config/site.ts";
import { clientsInScope, hasSeveralClients } from "../data/clients.ts";
import { hostsInScope } from "../data/figures.ts";
import type { ReportData } from "../data/report-data.ts";
import { nameWithClient, TEMPLATE_NAMES } from "../report-name.ts";

/** Which days the scans are from. */
function periodText({ scope: { from, to } }: ReportData): string {
	if (from && to) return `${dayText(from, "utc")} to ${dayText(to, "utc")}`;
	if (from) return `From ${dayText(from, "utc")}`;
	return to ? `Until ${dayText(to, "utc")}` : "All scans so far";
}

const NAMED = 4;

/** Which hosts it is about. */
function scopeText(data: ReportData): string {
	const { hosts, clients } = data.scope;
	const all = hostsInScope(data);
	if (hosts.length === 0 && clients.length === 0) {
		const of = hasSeveralClients(data) ? ` of ${counted(clientsInScope(data).length, "client")}` : "";
		return all.length === 0 ? "All hosts" : `All ${counted(all.length, "host")}${of}`;
	}
	const named = (list: string[]) =>
		list.length > NAMED ? `${list.slice(0, NAMED).join(", ")} and ${list.length - NAMED} more` : list.join(", ");
	return [
		clients.length > 0 ? `${clients.length === 1 ? "Client" : "Clients"} ${named(clients)}` : "",
		hosts.length > 0 ? named(hosts) : "",
	]
		.filter((text) => text !== "")
		.join("; ");
}

/** Several in a sentence: `a, b and c`. */
export const listed = (items: readonly string[]): string =>
	items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** Whom it is for: another client of the workspace, or the company of the account. */
function addressee({ client, company, createdBy, workspace }: ReportData): { meta: [string, string]; name: string } {
	const name = otherClient(client);
	if (name === null) {
		return { meta: ["Organization", company || "Not named in the account"], name: company || createdBy };
	}
	return { meta: ["Prepared by", workspace.name.trim() || site.name], name };
}

/** What every report starts with, and its sections. */
export function framed(data: ReportData, sections: DocumentSection[]): ReportDocument {
	const { meta, name } = addressee(data);
	return {
		kind: TEMPLATE_NAMES[data.template],
		title: data.name,
		name: nameWithClient(data.name, otherClient(data.client)),
		meta: [
			meta,
			["Scope", scopeText(data)],
			["Scans from", periodText(data)],
			["Created", timeText(data.generatedAt, "utc")],
			["Requested by", data.createdBy],
		],
		description: `${TEMPLATE_NAMES[data.template]} for ${name}: ${scopeText(data)}, created on ${dayText(data.generatedAt, "utc")}.`,
		generatedAt: data.generatedAt,
		author: data.workspace.name.trim() || site.name,
		sections,
	};
}
