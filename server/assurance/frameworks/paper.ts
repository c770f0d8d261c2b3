import { dayText, timeText } from "#contract/format/time.ts";
import type { Pack } from "#contract/frameworks/pack.ts";
import type { DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { letterheadOf, otherClient } from "#server/platform/paper/letterhead.ts";
import { renderPdf } from "#server/platform/paper/pdf/render-pdf.ts";
import { site } from "#src/config/site.ts";
import type { ReportData } from "../reports/data/report-data.ts";
import { nameWithClient } from "../reports/report-name.ts";

/** Who issues a document, whom it is about, and when it was created (ISO 8601, UTC). */
export type Whose = Pick<ReportData, "workspace" | "client"> & { generatedAt: string };

/** Makes PDFs where they hold up nobody. Throws PaperGaveUp. */
export type Papers = { document(whose: Whose, document: ReportDocument): Promise<Buffer> };

type Paper = {
	kind: string;
	framework: Pick<Pack, "name" | "version">;
	/** Between these days; left out for the current state. */
	window?: { from: string; to: string };
	sections: DocumentSection[];
};

/** Whom a document is about: another client, or the workspace itself. */
export const subjectOf = ({ workspace, client }: Whose): string =>
	otherClient(client) ?? (workspace.name.trim() || site.name);

/** What every document about a framework starts with. */
export function paper(whose: Whose, { kind, framework, window, sections }: Paper): ReportDocument {
	const title = `${kind}: ${framework.name}`;
	const period = window && `${dayText(window.from, "utc")} to ${dayText(window.to, "utc")}`;
	const other = otherClient(whose.client);
	return {
		kind,
		title,
		name: nameWithClient(title, other),
		meta: [
			[other === null ? "Organization" : "Prepared by", whose.workspace.name.trim() || site.name],
			["Framework", [framework.name, framework.version].filter(Boolean).join(", ")],
			...(period === undefined ? [] : [["Window", period] as [string, string]]),
			["Created", timeText(whose.generatedAt, "utc")],
		],
		description: `${title} for ${subjectOf(whose)}${period === undefined ? "" : `, ${period}`}, created on ${dayText(whose.generatedAt, "utc")}.`,
		generatedAt: whose.generatedAt,
		author: whose.workspace.name.trim() || site.name,
		sections,
	};
}

export const paperPdf = (whose: Whose, document: ReportDocument): Promise<Buffer> =>
	renderPdf(document, letterheadOf(whose).letterhead);
