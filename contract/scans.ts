import * as z from "zod/mini";
import { EMAIL_PATTERN } from "./email.ts";
import { scanId } from "./ids.ts";

/** The kinds of scan. `combined` is the free scan. */
export const SCAN_KINDS = ["combined", "zap", "wapiti", "nmap", "sslyze"] as const;
export const scanKind = z.enum(SCAN_KINDS);
export type ScanKind = z.infer<typeof scanKind>;

/** `POST scans/combined/start/`: exactly these two keys (spec section 7). */
export const combinedScanRequest = z.strictObject({
	/** URL, host name or IP address as typed, trimmed. The server parses it. */
	target: z
		.string("Please give a target.")
		.check(z.trim(), z.minLength(1, "Please give a target."), z.maxLength(2048, "That target is too long.")),
	/** Where the report goes. */
	email: z
		.string("Please give an e-mail address.")
		.check(
			z.trim(),
			z.maxLength(254, "That e-mail address is too long."),
			z.regex(EMAIL_PATTERN, "Please give a valid e-mail address."),
		),
});
export type CombinedScanRequest = z.infer<typeof combinedScanRequest>;

/** Proof that the server has stored a request for good. */
export const receipt = z.object({
	/** The `Idempotency-Key` the request came with; null when it came without one. */
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

/** Whether everything that should have been looked at was. */
export const coverage = z.enum(["full", "partial"]);
export type Coverage = z.infer<typeof coverage>;
