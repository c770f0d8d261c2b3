import type { SentItem } from "#contract/findings/findings.ts";
import type { OffLoop } from "#server/platform/off-loop/off-loop.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { CheckedAddress, CheckedTarget } from "#server/platform/outgoing/target.ts";
import { redactRequest } from "../../shared/redact.ts";
import type { allowedPaths, readRobots } from "./crawl/robots.ts";
import type { readSitemap } from "./crawl/sitemap.ts";
import type { DnsRecords } from "./dns/dns-records.ts";
import type { Failure } from "./failure.ts";
import type { matchFile } from "./web/match-file.ts";
import type { readPage } from "./web/read-page.ts";

/** The limits of a scan. All are per scan, times in milliseconds. */
export type Limits = {
	connectMs: number;
	/** One request, from connecting to the last byte. */
	requestMs: number;
	redirects: number;
	bodyBytes: number;
	handshakes: number;
	/** Pages of the site that are read, its own page included. */
	pages: number;
	/** Requests for pages besides the own one, robots.txt and the sitemap. Each takes one handshake at most. */
	crawlRequests: number;
	/** How long all of these may take together. */
	crawlMs: number;
	/** Of each of them. */
	pageBytes: number;
};

export const LIMITS: Limits = {
	connectMs: 10_000,
	requestMs: 10_000,
	redirects: 5,
	bodyBytes: 2_000_000,
	// 20 of them for `crawlRequests`.
	handshakes: 60,
	pages: 10,
	crawlRequests: 20,
	crawlMs: 30_000,
	pageBytes: 1_000_000,
};

/** What runs off the event loop on data from a target. */
export type PageReaders = {
	matchFile: typeof matchFile;
	readPage: typeof readPage;
	readRobots: typeof readRobots;
	allowedPaths: typeof allowedPaths;
	readSitemap: typeof readSitemap;
};

/** One scan's working state, passed to everything that gathers. */
export type Session = {
	target: CheckedTarget;
	guard: Guard;
	records: DnsRecords;
	userAgent: string;
	limits: Limits;
	signal: AbortSignal;
	now: () => Date;
	/** Reads data from the target, off the event loop. */
	read: OffLoop<PageReaders>["run"];
	/** Everything sent so far, for the people who run the target. */
	sent: SentItem[];
	/** Records one thing as it is sent; the function it returns adds the outcome. */
	send: (what: string, at: CheckedAddress | undefined) => (outcome: string) => void;
	/** Hosts and ports that speak only HTTP/2, as they are found out. */
	speaksHttp2: Set<string>;
	/** Takes one TLS handshake from the budget; false when it is used up. */
	takeHandshake: () => boolean;
};

export function startSession(options: Omit<Session, "sent" | "send" | "takeHandshake" | "speaksHttp2">): Session {
	const sent: SentItem[] = [];
	let handshakes = 0;
	return {
		...options,
		sent,
		speaksHttp2: new Set(),
		send(what, at) {
			const item = {
				at: options.now().toISOString(),
				what: redactRequest(what),
				address: at?.address ?? "",
				outcome: "no answer yet",
			};
			sent.push(item);
			return (outcome) => {
				item.outcome = outcome;
			};
		},
		takeHandshake: () => handshakes++ < options.limits.handshakes,
	};
}

/** A signal that fires after `ms`, or immediately when the scan ends; `failure` then tells which of the two it was. */
export function withDeadline(
	session: Session,
	ms: number,
): { signal: AbortSignal; failure: () => Failure | undefined } {
	const clock = AbortSignal.timeout(ms);
	return {
		signal: AbortSignal.any([session.signal, clock]),
		failure: () => (session.signal.aborted ? "aborted" : clock.aborted ? "timeout" : undefined),
	};
}
