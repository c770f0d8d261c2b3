import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { SCAN_STATUSES } from "./scans.ts";

/** Statuses to filter a list by. A cancelled scan is `failed` on the wire, but people see a status of its own. */
export const STATUS_FILTERS = [...SCAN_STATUSES, "cancelled"] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const PAGE_LIMIT = 100;

/** Comma-separated in the address, a list after parsing. */
function listOf<const T extends readonly string[]>(values: T, message: string) {
	return z.pipe(
		z.string(message).check(atMost(200, message)),
		z.pipe(
			z.transform((text: string) => text.split(",").filter((part) => part !== "")),
			z.array(z.enum(values, message)),
		),
	);
}

/** The query fields of every paged list. */
export const pageFields = {
	/** `next` of the page before. */
	cursor: z.optional(z.string().check(atMost(200, "This is not a cursor."))),
	limit: z.optional(
		z.coerce
			.number("The limit is a number.")
			.check(
				z.int("The limit is a whole number."),
				z.minimum(1, "The limit is at least 1."),
				z.maximum(PAGE_LIMIT, `The limit is at most ${PAGE_LIMIT}.`),
			),
	),
};

const day = (message: string) => z.iso.date(message);

/** Filter of a list of scans, the same for `GET scans/`, the export and the screen's address. Fields left out do not filter. */
export const scanFilter = z.object({
	/** `active`: pending or running. `finished`: the others. */
	phase: z.optional(z.enum(["active", "finished"], "The phase is active or finished.")),
	status: z.optional(listOf(STATUS_FILTERS, `Each status is one of ${STATUS_FILTERS.join(", ")}.`)),
	kind: z.optional(listOf(SCAN_KINDS, `Each kind is one of ${SCAN_KINDS.join(", ")}.`)),
	/** By the worst finding. */
	severity: z.optional(listOf(SEVERITIES, `Each severity is one of ${SEVERITIES.join(", ")}.`)),
	/** First and last day (UTC) on which it was requested, both included. */
	from: z.optional(day("Please give the first day as YYYY-MM-DD.")),
	to: z.optional(day("Please give the last day as YYYY-MM-DD.")),
	/** The exact label of whom it was run for. */
	client: z.optional(z.string().check(z.trim(), atMost(100, "That client has more than 100 characters."))),
	/** Part of the target, ignoring case. */
	q: z.optional(z.string().check(z.trim(), atMost(200, "That is too long to search for."))),
});
export type ScanFilter = z.infer<typeof scanFilter>;

/** Query of `GET scans/`. */
export const scanQuery = z.extend(scanFilter, {
	...pageFields,
});
export type ScanQuery = z.infer<typeof scanQuery>;

/** Query of `GET scans/export/`. */
export const scanExportQuery = z.extend(scanFilter, {
	format: z.enum(["csv", "json"], "The format is csv or json."),
});
export type ScanExportQuery = z.infer<typeof scanExportQuery>;
