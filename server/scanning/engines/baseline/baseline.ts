import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { ScanPart } from "#contract/findings/findings.ts";
import type { PagesRead } from "#contract/findings/pages-read.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import { type GaveUp, tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { Engine, RunContext, RunResult } from "../engine.ts";
import { dedupe } from "../shared/dedupe.ts";
import { examplesGap } from "../shared/examples.ts";
import { isTimeUp } from "../shared/is-time-up.ts";
import type { Part } from "./evidence.ts";
import { createDnsRecords, type DnsRecords } from "./gather/dns/dns-records.ts";
import { findEndpoints, type Reached } from "./gather/endpoints.ts";
import { gatherAll } from "./gather/gather.ts";
import { LIMITS, type Limits, type Session, startSession } from "./gather/session.ts";
import { allExchanges } from "./gather/web/page.ts";
import { ENGINE } from "./judge.ts";
import { type Collected, type Look, nothing } from "./look.ts";
import { notEvaluated, PART_LABELS, PARTS, toPart } from "./parts.ts";
import { aborted, silentTarget, unreachable, unreadable } from "./run-failures.ts";

/** The version of our own checks. Raise it when what they find changes. */
const VERSION = "2";

type BaselineOptions = {
	/** Asked again at every redirect. */
	guard: Guard;
	/** Sent with every request, such as `Plumbline-Scanner/1.0 (+https://plumbline.example/scanner-info)`. */
	userAgent: string;
	records?: DnsRecords;
	limits?: Partial<Limits>;
	/** Called with our own errors: the part they happened in counts as not evaluated, and the scan continues. */
	onError?: (part: string, error: unknown) => void;
};

/**
 * The free scan: passive and always available. It sends DNS queries, at most 60 TLS handshakes, GET and HEAD of `/`, GET of robots.txt,
 * the sitemap and a few pages that the site names, and, for listed targets only, requests for a few files that should not be public.
 */
export function createBaseline(options: BaselineOptions): Engine<"combined"> {
	const { guard, userAgent, records = createDnsRecords(), limits = {}, onError = () => undefined } = options;
	return {
		kind: "combined",
		name: ENGINE,
		tool: null,
		// They mostly wait for their target: a few that never answer must not hold up the others.
		atOnce: 16,
		detect: async () => ({ available: true, version: VERSION }),
		async run(context) {
			const session = startSession({
				target: context.target,
				guard,
				records,
				userAgent,
				limits: { ...LIMITS, ...limits },
				signal: context.signal,
				now: context.now,
				read: context.read,
			});
			if (context.signal.aborted) return aborted(session, []);
			context.onProgress(2, "Connecting");
			const reached = await findEndpoints(session);
			if (context.signal.aborted) return aborted(session, []);
			const failure = unreachable(session, reached);
			if (failure) return failed(failure, [], session);
			return look(session, reached, context, onError);
		},
	};
}

async function look(
	session: Session,
	reached: Reached,
	{ onProgress, signal, now, read }: RunContext<"combined">,
	onError: NonNullable<BaselineOptions["onError"]>,
): Promise<RunResult> {
	const parts = new Map<Part, ScanPart | undefined>();
	const looks = new Map<Part, Look>();
	let pages: PagesRead | undefined;
	let addresses: AddressLook[] = [];
	let gaveUp: GaveUp | undefined;
	let answered = [...reached.greetings.values()].some(({ ok }) => ok);

	/** `isLast`: nothing more comes for this part, so progress may name it. */
	const finish = (part: Part, look: Look, isLast = true) => {
		// Work cut short because the scan has ended is not a result of the scan.
		if (signal.aborted) return;
		looks.set(part, look);
		const done = toPart(part, look);
		parts.set(part, done);
		if (done && isLast) onProgress(10 + Math.floor((85 * parts.size) / PARTS.length), PART_LABELS[part]);
	};
	const work = gatherAll(session, reached);
	const lookAt = async <P extends Part>(part: P, collected: Collected[P], isLast = true) => {
		const seen = await read("lookAtPart", part, collected, session.limits, now());
		if (seen.status === "gave-up") gaveUp = seen;
		const look = seen.status === "done" ? seen.value : nothing(`What the target sent for this ${tooMuch(seen)}.`);
		finish(part, look, isLast);
	};
	const all = Promise.all(
		PARTS.map(async (part) => {
			try {
				// Once without the other pages: that much is kept if the time is up before these are read.
				if (part === "headers" || part === "content") {
					await lookAt(part, await work.own, false);
					pages = await work.pagesRead.atFirst;
				}
				await lookAt(part, await work[part]);
			} catch (error) {
				if (!signal.aborted) onError(part, error);
				finish(part, nothing("An error of ours ended this part. It says nothing about the target."));
			}
		}),
	);
	// It spoke HTTP, whether or not we can read the rest.
	const heard = work.software.then(
		({ walks }) => {
			if (allExchanges(walks).length > 0) answered = true;
		},
		() => undefined,
	);
	const settled = Promise.all([all, heard]).then(async () => {
		if (signal.aborted) return;
		addresses = await work.addresses;
		pages = (await work.pagesRead.inTheEnd) ?? pages;
	});
	await untilAborted(settled, signal);

	if (signal.aborted) {
		for (const part of PARTS)
			if (!parts.has(part)) parts.set(part, notEvaluated(part, "The scan ended before this part was done."));
	}
	const sampled = PARTS.flatMap((part) => looks.get(part)?.sampled ?? []);
	const listed = [...PARTS.flatMap((part) => parts.get(part) ?? []), ...examplesGap(sampled)];
	const timeUp = signal.aborted && isTimeUp(signal);
	if (signal.aborted && !(timeUp && listed.some(({ status }) => status === "evaluated")))
		return aborted(session, listed);
	if (!answered && !timeUp) return failed(silentTarget(session, reached), listed, session);
	if (gaveUp && !listed.some(({ status }) => status === "evaluated"))
		return failed(unreadable(session, gaveUp), listed, session);
	return {
		status: "completed",
		coverage: listed.every(({ status }) => status === "evaluated") ? "full" : "partial",
		parts: listed,
		findings: dedupe(PARTS.flatMap((part) => looks.get(part)?.findings ?? [])),
		facts: PARTS.flatMap((part) => looks.get(part)?.facts ?? []),
		...(pages ? { pages } : {}),
		...(addresses.length > 0 ? { addresses } : {}),
		sent: structuredClone(session.sent),
	};
}

/** Waits for the work, but only until the scan has ended: what cannot be canceled may finish in the background. */
async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
	const ended = Promise.withResolvers<void>();
	const end = () => ended.resolve();
	if (signal.aborted) end();
	signal.addEventListener("abort", end, { once: true });
	await Promise.race([work, ended.promise]);
	signal.removeEventListener("abort", end);
}

function failed(reason: ScanFailure, parts: ScanPart[], session: Session): RunResult {
	return { status: "failed", reason, parts, sent: structuredClone(session.sent) };
}
