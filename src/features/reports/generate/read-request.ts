import * as z from "zod/mini";
import { type ReportRequest, type ReportTemplate, reportRequest } from "#contract/reports/reports.ts";

export type RequestReading =
	| { status: "read"; request: ReportRequest }
	/** What is wrong with single fields, by name. */
	| { status: "wrong"; fields: Record<string, string> };

const textOf = (data: FormData, name: string) => String(data.get(name) ?? "").trim();

/** What the dialog's form asks for: empty fields are left out and set no limit. */
export function readRequest(template: ReportTemplate, data: FormData): RequestReading {
	const texts = ["name", "from", "to", ...(template === "incident-response" ? ["incident"] : [])];
	const frameworks = template === "compliance-report" ? data.getAll("frameworks") : [];
	const filled = texts.map((name) => [name, textOf(data, name)]).filter(([, text]) => text !== "");
	const read = z.safeParse(reportRequest, {
		template,
		hosts: data.getAll("hosts"),
		clients: data.getAll("clients"),
		...(frameworks.length > 0 && { frameworks }),
		...Object.fromEntries(filled),
	});
	if (!read.success) {
		const fields: Record<string, string> = {};
		for (const { path, message } of read.error.issues) fields[String(path[0])] ??= message;
		return { status: "wrong", fields };
	}
	const { from, to } = read.data;
	if (from && to && from > to) {
		return { status: "wrong", fields: { to: "The last day is before the first. Please change one of them." } };
	}
	return { status: "read", request: read.data };
}
