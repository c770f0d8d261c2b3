import type { TlsEvidence } from "../../shared/evidence.ts";
import type { Gathered, Part } from "../evidence.ts";
import type { Collected } from "../look.ts";
import { hostPort } from "./address.ts";
import { gatherCaa, gatherMail } from "./dns/mail.ts";
import type { Reached } from "./endpoints.ts";
import { explain } from "./failure.ts";
import type { Session } from "./session.ts";
import { gatherTls } from "./tls/tls.ts";
import { answerOf } from "./web/answer.ts";
import { gatherCors } from "./web/cors.ts";
import { type Ended, endsOf, httpsFirst } from "./web/ends.ts";
import { gatherFiles } from "./web/files.ts";
import { gapOf, gatherPages } from "./web/page.ts";
import { softwareGaps } from "./web/software.ts";
import { type Walked, walk } from "./web/walk.ts";

/** Collects all parts side by side. Each promise is one part, and waits only for the parts it needs. */
export function gatherAll(session: Session, reached: Reached): { [P in Part]: Promise<Collected[P]> } {
	const seconds = session.limits.requestMs / 1000;
	const walked = Promise.all(reached.endpoints.map((endpoint) => walk(session, endpoint)));
	const pages = walked.then((done) => gatherPages(session, done));
	const silent = silentPort(session, reached, seconds);
	return {
		redirects: walked.then((done) => redirects(session, reached, done, seconds)),
		headers: pages,
		content: pages,
		cors: pages.then((done) => gatherCors(session, done)),
		software: walked.then((done) => ({ walks: done.map(({ walk }) => walk), gaps: softwareGaps(done, seconds) })),
		tls: tls(session, reached, silent),
		certificate: Promise.resolve({ greetings: [...reached.greetings], gaps: silent }),
		mail: gatherMail(session),
		caa: gatherCaa(session),
		files: Promise.all([walked, pages]).then(([done]) =>
			session.target.listed
				? gatherFiles(session, httpsFirst(endsOf(done)).filter(isOfTarget(session)))
				: { units: [], gaps: [] },
		),
	};
}

function redirects(
	session: Session,
	{ ports }: Reached,
	walked: readonly Walked[],
	seconds: number,
): Gathered<"redirects"> {
	const gaps = walked.filter(mayHideRedirect).flatMap((one) => gapOf(one, seconds));
	return { units: [{ host: session.target.target.host, ports, walks: walked.map(({ walk }) => walk) }], gaps };
}

/** Whether a walk ended where the site itself may redirect. What refuses us over https is no gap: the way there was seen. */
function mayHideRedirect({ walk: { end }, body }: Walked): boolean {
	// A redirect that was not followed has still been checked; the page behind it has not.
	if (end.status !== "answered") return end.status === "failed";
	switch (answerOf(end.exchange, body).kind) {
		case "page":
		case "no-page":
		case "sign-in":
			return false;
		case "busy":
		case "server-error":
			return true;
		case "bot-wall":
		case "captive-portal":
		case "refused":
			return end.exchange.endpoint.scheme === "http";
	}
}

/** The operator listed only the target itself, not what it redirects to. */
function isOfTarget({ target }: Session): (end: Ended) => boolean {
	return ({ exchange: { endpoint } }) => endpoint.host === target.target.host && target.ports.includes(endpoint.port);
}

async function tls(session: Session, { greetings }: Reached, silent: string[]): Promise<Gathered<"tls">> {
	const results = await Promise.all(
		[...greetings].map(([endpoint, greeting]) => gatherTls(session, endpoint, greeting)),
	);
	const units: TlsEvidence[] = results.flatMap((result) => result.units);
	return { units, gaps: [...results.flatMap(({ gaps }) => gaps), ...silent] };
}

/** A port 443 that refuses has no TLS to check. One that stays silent may have it: that is a gap. */
function silentPort(session: Session, { ports }: Reached, seconds: number): string[] {
	const silent = ports.find((state) => state.port === 443 && state.status === "closed" && state.failure !== "refused");
	if (silent?.status !== "closed") return [];
	const where = hostPort(session.target.target.host, 443);
	return [`${where} could not be looked at: ${explain(silent.failure, seconds)}.`];
}
