import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { PagesRead } from "#contract/findings/pages-read.ts";
import type { Endpoint, TlsEvidence } from "../../shared/evidence.ts";
import type { Gathered, Part, PortState, Walk } from "../evidence.ts";
import type { Collected } from "../look.ts";
import { hostPort } from "./address.ts";
import { crawl, onlyOwn } from "./crawl/crawl.ts";
import { gatherCaa, gatherMail } from "./dns/mail.ts";
import type { Reached } from "./endpoints.ts";
import { explain } from "./failure.ts";
import type { Session } from "./session.ts";
import type { Handshake } from "./tls/handshake.ts";
import { greetOtherAddresses, looksAtAll } from "./tls/other-addresses.ts";
import { gatherTls, greet } from "./tls/tls.ts";
import { answerOf } from "./web/answer.ts";
import { gatherCors } from "./web/cors.ts";
import { type Ended, endsOf, httpsFirst } from "./web/ends.ts";
import { gatherFiles } from "./web/files.ts";
import { allExchanges, gapOf, gatherPages } from "./web/page.ts";
import { softwareGaps } from "./web/software.ts";
import { type Walked, walk } from "./web/walk.ts";

/**
 * What is collected: each part, where walks ended alone, what was looked at on which address, and which pages of the site were read then
 * and in the end. The last three never reject.
 */
export type Gathering = { [P in Part]: Promise<Collected[P]> } & {
	own: Promise<Gathered<"headers">>;
	addresses: Promise<AddressLook[]>;
	pagesRead: { atFirst: Promise<PagesRead | undefined>; inTheEnd: Promise<PagesRead | undefined> };
};

/** Collects all parts side by side. Each promise is one part, and waits only for the parts it needs. */
export function gatherAll(session: Session, reached: Reached): Gathering {
	const seconds = session.limits.requestMs / 1000;
	const walked = Promise.all(reached.endpoints.map((endpoint) => walk(session, endpoint)));
	const walks = walked.then((done) => done.map((one) => one.walk));
	const own = walked.then((done) => gatherPages(session, done));
	// The site is where the first walk led to a page, https before http; its other pages are read from there.
	const site = own.then(({ units: [first] }) => (first?.html ? first : undefined));
	const crawled = site.then((page) => page && crawl(session, page));
	const pages = Promise.all([own, crawled]).then(([of, further]) => ({
		...of,
		units: [...of.units, ...(further?.units ?? [])],
	}));
	const silent = silentPort(session, reached, seconds);
	// A visitor needs every host on the way to the page, and not only the one whose name was given.
	const onward = walks.then((done) => greetOnward(session, reached, done));
	const elsewhere = greetOtherAddresses(session, reached.greetings);
	return {
		redirects: walked.then((done) => redirects(session.target.target.host, reached.ports, done, seconds)),
		headers: pages,
		content: pages,
		cors: own.then((done) => gatherCors(session, done)),
		software: walked.then((done) => ({ walks: done.map(({ walk }) => walk), gaps: softwareGaps(done, seconds) })),
		tls: tls(session, reached.greetings, onward, silent),
		certificate: Promise.all([onward, elsewhere]).then(([further, others]) => ({
			greetings: [...reached.greetings, ...further, ...others.greetings],
			gaps: silent,
		})),
		mail: gatherMail(session),
		caa: gatherCaa(session),
		files: Promise.all([walked, own]).then(([done]) =>
			session.target.listed
				? gatherFiles(session, httpsFirst(endsOf(done)).filter(isOfTarget(session)))
				: { units: [], gaps: [] },
		),
		own,
		addresses: Promise.all([onward, elsewhere])
			.then(([further, { looks }]) => [...looksAtAll(reached.greetings), ...looks, ...looksAtAll(further)])
			.catch(() => []),
		pagesRead: {
			atFirst: site.then((page) => page && onlyOwn(page)).catch(() => undefined),
			inTheEnd: crawled.then((done) => done?.pages).catch(() => undefined),
		},
	};
}

/** The way to the page, and what may hide a part of it. Pure. */
export function redirects(
	host: string,
	ports: PortState[],
	walked: readonly Walked[],
	seconds: number,
): Gathered<"redirects"> {
	const gaps = walked.filter(mayHideRedirect).flatMap((one) => gapOf(one, seconds));
	return { units: [{ host, ports, walks: walked.map(({ walk }) => walk) }], gaps };
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

type Greetings = ReadonlyMap<Endpoint, Handshake>;

async function tls(
	session: Session,
	own: Greetings,
	onward: Promise<Greetings>,
	silent: string[],
): Promise<Gathered<"tls">> {
	const gather = (greetings: Greetings) =>
		Promise.all([...greetings].map(([endpoint, greeting]) => gatherTls(session, endpoint, greeting)));
	const results = (await Promise.all([gather(own), onward.then(gather)])).flat();
	const units: TlsEvidence[] = results.flatMap((result) => result.units);
	return { units, gaps: [...results.flatMap(({ gaps }) => gaps), ...silent] };
}

/** The first handshake with every https endpoint that the target's redirects led to. They are of the same site, or not followed. */
async function greetOnward(session: Session, { greetings }: Reached, walks: readonly Walk[]): Promise<Greetings> {
	const name = ({ host, port }: Endpoint) => hostPort(host, port);
	const known = new Set([...greetings.keys()].map(name));
	const onward = new Map(
		allExchanges(walks)
			.map(({ endpoint }) => endpoint)
			.filter((endpoint) => endpoint.scheme === "https" && !known.has(name(endpoint)))
			.map((endpoint) => [name(endpoint), endpoint]),
	);
	const greeted = await Promise.all(
		[...onward.values()].map(async (endpoint) => [endpoint, await greet(session, endpoint)] as const),
	);
	return new Map(greeted);
}

/** A port 443 that refuses has no TLS to check. One that stays silent may have it: that is a gap. */
function silentPort(session: Session, { ports }: Reached, seconds: number): string[] {
	const silent = ports.find((state) => state.port === 443 && state.status === "closed" && state.failure !== "refused");
	if (silent?.status !== "closed") return [];
	const where = hostPort(session.target.target.host, 443);
	return [`${where} could not be looked at: ${explain(silent.failure, seconds)}.`];
}
