import * as z from "zod/mini";
import { parseJson } from "../shared/parse-json.ts";

const MOST_ITEMS = 5_000;
const MOST_PAGES = 20_000;

const item = z.object({
	method: z.string(),
	path: z.string(),
	info: z.string(),
	level: z.number(),
	parameter: z.optional(z.nullable(z.string())),
	http_request: z.optional(z.nullable(z.string())),
});
const group = z.record(z.string(), z.array(z.unknown()));
const report = z.object({
	vulnerabilities: group,
	anomalies: z.optional(group),
	additionals: z.optional(group),
	infos: z.object({
		version: z.optional(z.string()),
		crawled_pages_nbr: z.optional(z.nullable(z.number())),
		crawled_pages: z.optional(z.nullable(z.array(z.unknown()))),
	}),
});
/** A page or form that it found. It has no status if it was not requested. */
const crawled = z.object({ request: z.object({ url: z.string(), status_code: z.number() }) });

/** One thing that Wapiti reports, under its own name. */
export type WapitiItem = z.infer<typeof item> & { category: string };

/**
 * What Wapiti's report says. `pages`: how many it crawled, and `visited`: which addresses, if it says so. `cut`: there was more than we
 * keep.
 */
export type WapitiReport =
	| {
			status: "done";
			items: WapitiItem[];
			pages: number | undefined;
			visited: string[] | undefined;
			cut: boolean;
	  }
	| { status: "broken"; reason: string };

/** Reads the report of one run, item by item: an item in an unknown format is left out and makes the rest partial. */
export function readWapitiJson(text: string): WapitiReport {
	const json = parseJson(text);
	if (json === undefined)
		return { status: "broken", reason: text === "" ? "It wrote no report." : "Its report is not JSON." };
	const parsed = report.safeParse(json);
	if (!parsed.success) return { status: "broken", reason: "Its report does not have the form we know." };
	const { vulnerabilities, anomalies = {}, additionals = {}, infos } = parsed.data;
	const items: WapitiItem[] = [];
	let cut = false;
	let looked = 0;
	for (const [category, list] of [vulnerabilities, anomalies, additionals].flatMap(Object.entries<unknown[]>)) {
		for (const entry of list) {
			const read = looked++ < MOST_ITEMS ? item.safeParse(entry) : undefined;
			if (read?.success) items.push({ ...read.data, category });
			else cut = true;
		}
	}
	const visited = infos.crawled_pages?.slice(0, MOST_PAGES).flatMap((page) => {
		const read = crawled.safeParse(page);
		return read.success ? [read.data.request.url] : [];
	});
	return { status: "done", items, pages: infos.crawled_pages_nbr ?? undefined, visited, cut };
}
