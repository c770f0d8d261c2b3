import { URLS as ANGULAR } from "csp_evaluator/dist/allowlist_bypasses/angular.js";
import { URLS as JSONP, NEEDS_EVAL } from "csp_evaluator/dist/allowlist_bypasses/jsonp.js";
import list from "csp_evaluator/package.json" with { type: "json" };
import { type ContentPolicy, isAnyHost, letsNoScriptRun } from "./csp.ts";

/** An address that answers with a script of a stranger's choice. Where it is allowed, an injected element can run that script. */
type Bypass = { url: URL; by: string; needsEval: boolean };

const bypass = (address: string, by: string): Bypass => {
	const url = new URL(`https:${address.toLowerCase()}`);
	return { url, by, needsEval: NEEDS_EVAL.includes(url.hostname) && by === "JSONP" };
};
const BYPASSES: readonly Bypass[] = [
	...JSONP.map((address) => bypass(address, "JSONP")),
	...ANGULAR.map((address) => bypass(address, "AngularJS")),
];

/** A report names a few hosts and counts the rest. */
const SHOWN = 5;

/** Hosts that every policy lets scripts through from and that are known to help around a policy, in sentences. */
export function knownBypasses(policies: readonly ContentPolicy[], evalIsOpen: boolean): string[] {
	let open = BYPASSES.filter(({ needsEval }) => evalIsOpen || !needsEval);
	for (const policy of policies) if (open.length > 0) open = throughPolicy(policy, open);
	const hosts = [...Map.groupBy(open, ({ url }) => url.hostname)];
	const texts = hosts.slice(0, SHOWN).map(([host, of]) => {
		const ways = [...new Set(of.map(({ by }) => by))].join(" and ");
		return `${host} is known to serve scripts that get around policies: ${ways} (listed by csp_evaluator ${list.version})`;
	});
	const more = hosts.length - texts.length;
	return more > 0 ? [...texts, `And ${more} more hosts`] : texts;
}

function throughPolicy(policy: ContentPolicy, bypasses: Bypass[]): Bypass[] {
	if (letsNoScriptRun(policy)) return [];
	const sources = policy.get("script-src-elem") ?? policy.get("script-src") ?? policy.get("default-src") ?? ["*"];
	// It makes browsers leave out hosts (CSP 3, 6.7.2.3).
	if (sources.includes("'strict-dynamic'")) return [];
	if (sources.some(isAnyHost)) return bypasses;
	const matched = new Set([...new Set(sources)].flatMap(matchedBy));
	return bypasses.filter((one) => matched.has(one));
}

/** CSP 3, 2.3.1, without schemes that load no script. */
const HOST_SOURCE = /^(?:https?:\/\/)?(\*\.)?([a-z\d-]+(?:\.[a-z\d-]+)+)(?::(?:443|80|\*))?(\/.*)?$/;

/** The addresses that a source matches. Policies are in lower case here. */
function matchedBy(source: string): Bypass[] {
	const [found, wildcard, host = "", path = "/"] = HOST_SOURCE.exec(source) ?? [];
	if (found === undefined) return [];
	return BYPASSES.filter(({ url: { hostname, pathname } }) => {
		const isHost = wildcard ? hostname.endsWith(`.${host}`) : hostname === host;
		return isHost && (path.endsWith("/") ? pathname.startsWith(path) : pathname === path);
	});
}
