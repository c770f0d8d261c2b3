import * as z from "zod/mini";
import { emailAddress } from "#contract/accounts/email-address.ts";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { severity } from "#contract/findings/severity.ts";
import { givenTime } from "#contract/given-time.ts";
import { scanId } from "#contract/ids.ts";
import { type BodyShapes, SCAN_KINDS } from "#contract/kinds/kinds.ts";

/** The kinds of scan. `combined` is the free scan. */
export const scanKind = z.enum(SCAN_KINDS);
export type ScanKind = z.infer<typeof scanKind>;

const target = (missing: string) =>
	z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(2_048, "That target is too long."));

/** Spec section 3. */
export const WAPITI_SCOPES = ["url", "domain", "folder", "strict_path"] as const;

/** Each kind's request: exactly these keys (spec section 7). Optional ones are left out when empty. */
export const SCAN_BODIES = {
	combined: z.strictObject({
		/** URL, host name or IP address as typed, trimmed. The server parses it. */
		target: target("Please give a target."),
		/** Where the report goes. */
		email: emailAddress,
	}),
	/** The address must be the account's own confirmed address. */
	zap: z.strictObject({ url: target("Please give a URL."), email: emailAddress }),
	wapiti: z.strictObject({
		target: target("Please give a target URL."),
		scope: z.optional(z.enum(WAPITI_SCOPES, "The scope is url, domain, folder or strict_path.")),
		/** Comma-separated, as typed, such as `sql, xss, exec`. */
		modules: z.optional(
			z.string("Please give modules as text.").check(z.trim(), atMost(500, "That is too long a list of modules.")),
		),
		user_agent: z.optional(
			z.string("Please give the user agent as text.").check(z.trim(), atMost(300, "That user agent is too long.")),
		),
	}),
	nmap: z.strictObject({ host: target("Please give a host.") }),
	sslyze: z.strictObject({ target: target("Please give a target as host:port.") }),
} satisfies { [K in ScanKind]: z.ZodMiniType<BodyShapes[K]> };
export type ScanBodies = { [K in ScanKind]: z.infer<(typeof SCAN_BODIES)[K]> };

/** Most characters per label. */
export const LABEL_LIMITS = { client: 100, note: 500 } as const;

/** Whom a scan is for, in the account's own words. The same request with other labels is still the same request. */
export const scanLabels = z.object({
	client: z.optional(
		z
			.string("Please give the client as text.")
			.check(inOneLine(), z.trim(), atMost(LABEL_LIMITS.client, "That client has more than 100 characters.")),
	),
	note: z.optional(
		z
			.string("Please give the note as text.")
			.check(z.trim(), atMost(LABEL_LIMITS.note, "That note has more than 500 characters.")),
	),
});
export type ScanLabels = z.infer<typeof scanLabels>;

/** A kind with the body that belongs to it. */
export type ScanRequest = { [K in ScanKind]: { kind: K; body: ScanBodies[K] } }[ScanKind];
export type LabeledRequest = ScanRequest & { labels?: ScanLabels };

/** Proof that the server stored a request. */
export const receipt = z.object({
	/** The request's `Idempotency-Key`; null if it had none. */
	key: z.nullable(z.string()),
	scanId,
	/** When it was first accepted, ISO 8601 in UTC. A repeat carries the first time. */
	acceptedAt: z.iso.datetime(),
});
export type Receipt = z.infer<typeof receipt>;

/** 202: the scan is stored and its job is queued. */
export const scanAccepted = z.object({ receipt });
export type ScanAccepted = z.infer<typeof scanAccepted>;

/** Why a scan failed: a stable code, and a sentence that says what happened and what to do. */
export const SCAN_FAILURES = [
	"unreachable",
	"unresolvable",
	"refused",
	"timeout",
	"interrupted",
	"cancelled",
	"internal",
] as const;
export const scanFailure = z.object({ code: z.enum(SCAN_FAILURES), message: z.string() });
export type ScanFailure = z.infer<typeof scanFailure>;

/** Whether the scan evaluated everything it should have. */
export const coverage = z.enum(["full", "partial"]);
export type Coverage = z.infer<typeof coverage>;

/** The life of a scan (spec section 4). The spec's fifth word, `active`, is for kinds and schedules that are switched on. */
export const SCAN_STATUSES = ["pending", "running", "completed", "failed"] as const;
export const scanStatus = z.enum(SCAN_STATUSES);
export type ScanStatus = z.infer<typeof scanStatus>;

/** How many findings of each severity. */
export const severityCounts = z.object({ high: z.int(), medium: z.int(), low: z.int(), none: z.int() });
export type SeverityCounts = z.infer<typeof severityCounts>;

const time = z.nullable(z.iso.datetime());

/** One row of a list of scans. Times are ISO 8601, UTC; null while they are not known. */
export const scanSummary = z.object({
	id: scanId,
	kind: scanKind,
	/** As typed. Untrusted text. */
	target: z.string(),
	/** Whom it was run for, as typed; may be empty. Untrusted text. */
	client: z.string(),
	status: scanStatus,
	acceptedAt: z.iso.datetime(),
	startedAt: time,
	/** When it is likely to end, based on how long such scans took; null if unknown or if it has ended. */
	estimatedAt: time,
	finishedAt: time,
	/** Whole percent; 100 once it has ended. */
	progress: z.int(),
	/** The current step; empty before the start and after the end. */
	step: z.string(),
	coverage: z.nullable(coverage),
	failure: z.nullable(scanFailure),
	/** Null until it is completed. */
	findings: z.nullable(severityCounts),
	/** The worst severity found; null until it is completed, `none` if nothing worse was found. */
	worst: z.nullable(severity),
	/** Present if anyone requested it from the public form and it moved to the account with that email address. */
	fromPublicForm: z.optional(z.literal(true)),
});
export type ScanSummary = z.infer<typeof scanSummary>;

/** One page of `GET scans/`, newest first. */
export const scanPage = z.object({
	scans: z.array(scanSummary),
	/** Give it as `cursor` for the next page; null on the last one. */
	next: z.nullable(z.string()),
	/** The number of scans with this filter, over all pages. */
	total: z.int(),
});
export type ScanPage = z.infer<typeof scanPage>;

/** Something that happened to a scan, oldest first in its detail. */
export const timelineItem = z.object({
	at: givenTime,
	what: z.enum(["accepted", "started", "step", "taken-back", "completed", "failed", "cancelled"]),
	/** The step's text; empty for the others. */
	text: z.string(),
	/** Whole percent at that moment. */
	progress: z.int(),
});
export type TimelineItem = z.infer<typeof timelineItem>;

/** A tool's unchanged output, for download. */
export const rawOutput = z.object({
	/** File name, such as `nmap.xml`. */
	name: z.string(),
	mediaType: z.string(),
	bytes: z.int(),
});
export type RawOutput = z.infer<typeof rawOutput>;

/** The overview's numbers over an account's scans: `GET scans/overview/`. How many findings are open is in `GET findings/overview/`. */
export const scanOverview = z.object({
	total: z.int(),
	/** Pending or running. */
	active: z.int(),
	completed: z.int(),
	/** Cancelled ones are not counted as failed. */
	failed: z.int(),
	/** completed / (completed + failed) in whole percent; null when there is neither. */
	successRate: z.nullable(z.int()),
});
export type ScanOverview = z.infer<typeof scanOverview>;
