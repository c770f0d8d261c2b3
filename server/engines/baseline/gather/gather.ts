import type { Endpoint, Evidences, Gathered, Part, Walk } from "../evidence.ts";
import { hostPort } from "./address.ts";
import { gatherCertificate } from "./certificate.ts";
import { gatherContent } from "./content.ts";
import { gatherCors } from "./cors.ts";
import type { Reached } from "./endpoints.ts";
import { explain } from "./failure.ts";
import { gatherFiles } from "./files.ts";
import { gatherCaa, gatherMail } from "./mail.ts";
import { gapOf, gatherPages } from "./page.ts";
import type { Session } from "./session.ts";
import { gatherSoftware } from "./software.ts";
import { gatherTls } from "./tls.ts";
import { walk } from "./walk.ts";

/** Collecting all parts, side by side. Each promise is one part; none waits for another it does not need. */
export function gatherAll(session: Session, reached: Reached): { [P in Part]: Promise<Gathered<P>> } {
	const seconds = session.limits.requestMs / 1000;
	const walks = Promise.all(reached.endpoints.map((endpoint) => walk(session, endpoint)));
	const pages = walks.then((done) => gatherPages(done, seconds));
	return {
		redirects: walks.then((done) => redirects(session, reached, done, seconds)),
		headers: pages,
		content: pages.then((done) => gatherContent(done, session.limits.bodyBytes)),
		cors: pages.then((done) => gatherCors(session, done)),
		software: walks.then((done) => gatherSoftware(done, seconds)),
		tls: perGreeting(reached, (endpoint, greeting) => gatherTls(session, endpoint, greeting)).then((done) =>
			withSilentPort(session, reached, done, seconds),
		),
		certificate: perGreeting(reached, async (endpoint, greeting) =>
			gatherCertificate(endpoint, greeting, seconds),
		).then((done) => withSilentPort(session, reached, done, seconds)),
		mail: gatherMail(session),
		caa: gatherCaa(session),
		files: pages.then((done) =>
			session.target.listed
				? gatherFiles(session, done.units.map(({ exchange }) => exchange.endpoint).filter(isOfTarget(session)))
				: { units: [], gaps: [] },
		),
	};
}

function redirects(session: Session, { ports }: Reached, walks: Walk[], seconds: number): Gathered<"redirects"> {
	// A redirect that was not followed has been looked at all the same; the page behind it has not.
	const gaps = walks.filter(({ end }) => end.status !== "stopped").flatMap((done) => gapOf(done, seconds));
	return { units: [{ host: session.target.target.host, ports, walks }], gaps };
}

/** Only the target itself was listed by the operator, not what it redirects to. */
function isOfTarget({ target }: Session): (endpoint: Endpoint) => boolean {
	return ({ host, port }) => host === target.target.host && target.ports.includes(port);
}

async function perGreeting<P extends "tls" | "certificate">(
	{ greetings }: Reached,
	gather: (endpoint: Endpoint, greeting: Parameters<typeof gatherTls>[2]) => Promise<Gathered<P>>,
): Promise<Gathered<P>> {
	const results = await Promise.all([...greetings].map(([endpoint, greeting]) => gather(endpoint, greeting)));
	const units: Evidences[P][] = results.flatMap((result) => result.units);
	return { units, gaps: results.flatMap(({ gaps }) => gaps) };
}

/** A port 443 that refuses has no TLS to look at. One that stays silent may have: that is a gap. */
function withSilentPort<P extends "tls" | "certificate">(
	session: Session,
	{ ports }: Reached,
	gathered: Gathered<P>,
	seconds: number,
): Gathered<P> {
	const silent = ports.find((state) => state.port === 443 && state.status === "closed" && state.failure !== "refused");
	if (silent?.status !== "closed") return gathered;
	const where = hostPort(session.target.target.host, 443);
	return {
		...gathered,
		gaps: [...gathered.gaps, `${where} could not be looked at: ${explain(silent.failure, seconds)}.`],
	};
}
