import { parseTarget } from "#contract/scans/parse-target.ts";
import type { Endpoint } from "../../../shared/evidence.ts";
import { LONGEST_ADDRESS } from "../../../shared/foreign-text.ts";
import type { Exchange, RawBody, Walk } from "../../evidence.ts";
import { urlOf } from "../address.ts";
import { reach } from "../connect.ts";
import { isSameSite } from "../same-site.ts";
import type { Session } from "../session.ts";
import { createCookieJar } from "./cookie-jar.ts";
import { request } from "./request.ts";

/** Statuses that lead to their `Location`. */
export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** Where an answer redirects to; undefined if it does not, and null if that is no address. */
export function redirectOf({ status, headers, url }: Exchange): URL | null | undefined {
	const location = headers.get("location")?.[0];
	return isRedirect(status) && location !== undefined ? URL.parse(location, url) : undefined;
}

type End = Walk["end"];

/** A walk, and the body of its last answer. */
export type Walked = { walk: Walk; body: RawBody | undefined };

/** Requests `/` and follows redirects itself, a few at most, never off the site, checking each one with the guard. */
export async function walk(session: Session, start: Endpoint): Promise<Walked> {
	const hops: Exchange[] = [];
	const jar = createCookieJar();
	let endpoint = start;
	let path = "/";
	const ended = (end: End, body?: RawBody): Walked => ({ walk: { start, hops, end }, body });
	for (;;) {
		const result = await request(session, endpoint, { method: "GET", path, headers: jar.headersFor(endpoint) });
		if (!result.ok) return ended({ status: "failed", url: urlOf(endpoint, path), failure: result.failure });
		const { exchange } = result;
		jar.keep(exchange);
		const location = exchange.headers.get("location")?.[0];
		if (!isRedirect(exchange.status) || location === undefined) {
			return ended({ status: "answered", exchange }, result.body);
		}
		if (hops.length >= session.limits.redirects) {
			const message = `it redirects more than ${session.limits.redirects} times`;
			return ended(stop(exchange, location, "too-many", message));
		}
		const next = await follow(session, exchange, location);
		if ("status" in next) return ended(next);
		hops.push(exchange);
		({ endpoint, path } = next);
	}
}

async function follow(
	session: Session,
	from: Exchange,
	location: string,
): Promise<End | { endpoint: Endpoint; path: string }> {
	if (location.length > LONGEST_ADDRESS) {
		const message = `it redirects to an address of more than ${LONGEST_ADDRESS} characters; not followed`;
		return stop(from, location, "not-web", message);
	}
	const url = URL.parse(location, from.url);
	const parsed = url ? parseTarget(url.href) : undefined;
	if (!url || !parsed?.ok || parsed.target.scheme === undefined) {
		return stop(from, location, "not-web", "it redirects to something that is not a web address; not followed");
	}
	const { target } = parsed;
	const scheme = parsed.target.scheme;
	const port = target.port ?? (scheme === "https" ? 443 : 80);

	const known = target.host === session.target.target.host ? session.target.addresses : undefined;
	const answer = await session.guard.check({ ...target, port }, known ? { known } : {});
	if (!answer.ok || !answer.checked.ports.includes(port)) {
		const message =
			answer.ok || answer.code === "target_refused"
				? "it redirects to a private address or to a port we do not scan; not followed"
				: "it redirects to a host we cannot find or may not scan; not followed";
		return stop(from, location, "refused", message);
	}
	if (!isSameSite(target.host, session.target.target.host)) {
		return stop(
			from,
			location,
			"off-site",
			`it redirects to another site, ${target.host}; scan that one to see its page`,
		);
	}
	if (target.host === from.endpoint.host && port === from.endpoint.port) {
		return { endpoint: { ...from.endpoint, scheme }, path: target.path };
	}
	const reached = await reach(session, target.host, answer.checked.addresses, port);
	if (!reached.ok) return { status: "failed", url: url.href, failure: reached.failure };
	return { endpoint: { scheme, host: target.host, port, at: reached.at }, path: target.path };
}

function stop(
	from: Exchange,
	location: string,
	why: "refused" | "off-site" | "not-web" | "too-many",
	message: string,
): End {
	return { status: "stopped", from, location, why, message };
}
