import * as z from "zod/mini";
import { givenTime } from "#contract/given-time.ts";
import { coverage, rawOutput, scanSummary, severityCounts, timelineItem } from "#contract/scans/scans.ts";
import { addressLook } from "./addresses-looked-at.ts";
import { pagesRead } from "./pages-read.ts";
import { severity } from "./severity.ts";

/** The same information for two readers: the owner of the risk and the engineer. Plain sentences, no markup. */
export const twoVoices = z.object({ owner: z.string(), engineer: z.string() });
export type TwoVoices = z.infer<typeof twoVoices>;

/** Where a finding was seen. */
const location = z.object({
	/** Host name or IP address, lower case, without brackets. */
	host: z.string(),
	/** 0 if the finding is about the name, not a port (DNS records). */
	port: z.int(),
	/**
	 * Path with its leading slash, without what changes from visit to visit, such as the id of a session; empty if it is not about a path.
	 * `/shop*` is all that the scan looked at there.
	 */
	path: z.string(),
	/** Cookie, header, record or parameter name; empty when there is none. */
	parameter: z.string(),
});
export type FindingLocation = z.infer<typeof location>;

/** What a tool saw, verbatim but redacted: never a secret, a cookie's value or a body. */
export const evidence = z.object({
	/** Where it comes from, such as `Response header of https://example.com/`. */
	source: z.string(),
	/** The observed text, at most 500 characters. Untrusted: escape it everywhere. */
	text: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

/** One normalized problem. */
export const finding = z.object({
	/** Two findings are the same if this is equal: SHA-256 in hex of `engine|rule|host:port|path|parameter`. */
	fingerprint: z.string(),
	engine: z.string(),
	/** Stable id of the rule, such as `tls-certificate-expired`. */
	rule: z.string(),
	title: z.string(),
	severity,
	/** The tool's own level, if it has one. */
	rawSeverity: z.optional(z.string()),
	/** `low` if the observation may be misleading, such as a version that a distribution has patched. */
	confidence: z.enum(["high", "low"]),
	location,
	evidence: z.array(evidence),
	why: twoVoices,
	fix: twoVoices,
	/** CWE number; null if none fits. */
	cwe: z.nullable(z.int()),
	/**
	 * Paths of the pages where it was seen, the first one read first. Only there if our own checks saw it on a page besides the site's own.
	 * Untrusted text.
	 */
	pages: z.optional(z.array(z.string())),
	/**
	 * There if it stands for all places of its rule on this port, because a list of them would be cut or is only a sample. Its evidence shows
	 * some; which ones says nothing about the others. Its path ends with `*`.
	 */
	places: z.optional(z.literal("examples")),
	/** Addresses of the host where it was seen, if each of them may have its own answer: certificates, TLS, services. */
	addresses: z.optional(z.array(z.string())),
});
export type Finding = z.infer<typeof finding>;

/** What can answer in place of a site's page. `refused`: it answered that it will not, and shows no sign of why. */
const INSTEAD = ["bot-wall", "sign-in", "captive-portal", "no-page", "refused", "busy", "server-error"] as const;
const instead = z.enum(INSTEAD);
export type Instead = z.infer<typeof instead>;

/** One part of a scan: evaluated, or not evaluated and why. A failed part is never "clean". */
export const scanPart = z.discriminatedUnion("status", [
	z.object({ part: z.string(), label: z.string(), status: z.literal("evaluated") }),
	z.object({
		part: z.string(),
		label: z.string(),
		status: z.literal("not-evaluated"),
		reason: z.string(),
		/** Only what these rules see is missing; left out if anything may be. */
		rules: z.optional(z.array(z.string())),
		/** What answered in place of the site's page, if the scan saw no page at all. Such a scan has no grade. */
		instead: z.optional(instead),
	}),
]);
export type ScanPart = z.infer<typeof scanPart>;

/** One thing sent to or about the host, for the host's operator. */
export const sentItem = z.object({
	/** ISO 8601, UTC. */
	at: z.iso.datetime(),
	/** Without queries and ids of sessions. Such as `GET https://example.com/`, `TLS handshake example.com:443 (TLS 1.2)`, `DNS TXT _dmarc.example.com`. */
	what: z.string(),
	/** The address it went to; empty for DNS questions to our own resolver. */
	address: z.string(),
	/** Such as `200`, `refused`, `timeout`. */
	outcome: z.string(),
});
export type SentItem = z.infer<typeof sentItem>;

/** Something that expires on a day, whether or not it is a problem. */
export const scanFact = z.object({
	what: z.enum(["certificate", "end-of-life"]),
	/** Host name or IP address where it was seen. */
	host: z.string(),
	port: z.int(),
	/** Product and version; empty for a certificate. Untrusted text. */
	detail: z.string(),
	endsAt: givenTime,
});
export type ScanFact = z.infer<typeof scanFact>;

/** Grade of a whole report: A if nothing above `none` was found, F at worst; null if too little was evaluated. */
export const GRADES = ["A", "B", "C", "D", "F"] as const;
export const grade = z.enum(GRADES);
export type Grade = z.infer<typeof grade>;

/** A finished scan's results: every report is made from this data. */
export const scanReport = z.object({
	target: z.string(),
	startedAt: z.iso.datetime(),
	finishedAt: z.iso.datetime(),
	coverage,
	grade: z.nullable(grade),
	counts: severityCounts,
	parts: z.array(scanPart),
	findings: z.array(finding),
	sent: z.array(sentItem),
	/** Left out if there are none. */
	facts: z.optional(z.array(scanFact)),
	/** Which pages our own checks read. Left out if they saw none, and in reports from before they read more than one. */
	pages: z.optional(pagesRead),
	/**
	 * Paths of the pages that Wapiti crawled: what it had found on others was not looked for. Left out by other tools, and in reports from
	 * before it was asked for them. Untrusted text.
	 */
	visited: z.optional(z.array(z.string())),
	/** What was looked at on which address of a host. Left out if a scan does not say, and in earlier reports. */
	addresses: z.optional(z.array(addressLook)),
});
export type ScanReport = z.infer<typeof scanReport>;

/** One scan in full: `GET scans/{scanId}/`. */
export const scanDetail = z.object({
	scan: scanSummary,
	/** As typed by the person who asked for the scan; may be empty. Untrusted text. */
	note: z.string(),
	/** The form's fields as submitted. Untrusted text. */
	request: z.record(z.string(), z.string()),
	timeline: z.array(timelineItem),
	/** Null until it is completed. */
	report: z.nullable(scanReport),
	/** What was sent to the host so far, for failed scans too. */
	sent: z.array(sentItem),
	raw: z.array(rawOutput),
});
export type ScanDetail = z.infer<typeof scanDetail>;
