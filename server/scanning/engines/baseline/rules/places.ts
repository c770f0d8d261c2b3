import type { FindingLocation } from "#contract/findings/findings.ts";
import type { Exchange } from "../evidence.ts";

/** A finding about one address on a port. */
export function atPage({ endpoint, url }: Exchange, parameter = ""): FindingLocation {
	return { host: endpoint.host, port: endpoint.port, path: new URL(url).pathname, parameter };
}

/** A finding about a name, whatever runs there. */
export function atName(host: string, parameter: string): FindingLocation {
	return { host, port: 0, path: "", parameter };
}

/** All values of a header as one, the way a browser joins them; undefined if it was not sent. */
export function header(exchange: Exchange, name: string): string | undefined {
	return exchange.headers.get(name)?.join(", ");
}

/** Evidence that a header was missing. */
export function notSent(exchange: Exchange, name: string) {
	return missing(exchange, `${name} header`);
}

/** Evidence that something was missing from the headers. */
export function missing(exchange: Exchange, what: string) {
	return { source: `Response headers of ${exchange.url}`, text: `No ${what} (status ${exchange.status})` };
}

/** Evidence of a header's value, verbatim. */
export function sent(exchange: Exchange, name: string, value: string) {
	return { source: `Response header of ${exchange.url}`, text: `${name}: ${value}` };
}
