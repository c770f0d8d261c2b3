import { knownBypasses } from "./bypass-hosts.ts";
import { type ContentPolicy, isAnyHost, letsNoScriptRun } from "./csp.ts";

/** A way for a stranger's script to get past a policy. */
type Way = "element" | "handler" | "eval" | "data" | "host" | "base" | "bypass";
const WAYS: readonly Way[] = ["element", "handler", "eval", "data", "host", "base"];
/** Ways that need a weakness of the site's own scripts besides an injected element, or a host that is still as it was when listed. */
const NARROW: readonly Way[] = ["eval", "base", "bypass"];

/** CSP 3, 2.3.1. Browsers ignore a nonce or hash in any other form. Policies are in lower case here. */
const NONCE = /^'nonce-[a-z\d+/_-]+={0,2}'$/;
const HASH = /^'sha(?:256|384|512)-[a-z\d+/_-]+={0,2}'$/;

/** `guarded` by a nonce or hash, `strict` by `'strict-dynamic'`. */
type Sources = { directive: string; sources: readonly string[]; guarded: boolean; strict: boolean };
/** Why a way is open: a source, with the directive it is in, or in a sentence what the policy lacks. */
type Opening = { way: Way } & ({ source: string } | { lacks: string });

/** What lets a stranger's script run, quoted from each policy, and the ways that every one of them leaves open. */
export function openToScripts(policies: readonly ContentPolicy[]): { ways: Way[]; narrow: boolean; texts: string[] } {
	const openings = policies.map(openingsOf);
	const open = WAYS.filter((way) => openings.every((of) => of.some((opening) => opening.way === way)));
	// A script from any host needs neither an element that moves it nor a host that helps.
	const anyHost = open.includes("host");
	const bypasses = anyHost ? [] : knownBypasses(policies, open.includes("eval"));
	const ways = anyHost ? open.filter((way) => way !== "base") : open;
	if (bypasses.length > 0) ways.push("bypass");
	return {
		ways,
		narrow: ways.every((way) => NARROW.includes(way)),
		texts: [...openings.map((of) => quote(of, ways)).filter((text) => text !== ""), ...bypasses],
	};
}

function quote(openings: readonly Opening[], ways: readonly Way[]): string {
	const sources = new Set(openings.flatMap((opening) => ("source" in opening ? [opening.source] : [])));
	const lacks = openings.flatMap((opening) =>
		"lacks" in opening && (opening.way !== "base" || ways.includes("base")) ? [opening.lacks] : [],
	);
	const through = sources.size > 0 ? [`Lets scripts through by: ${[...sources].join(" ")}`] : [];
	return [...through, ...new Set(lacks)].join(". ");
}

/** What one policy leaves open. */
function openingsOf(policy: ContentPolicy): Opening[] {
	if (letsNoScriptRun(policy)) return [];
	const first = (...names: string[]): Sources | undefined => {
		const directive = names.find((name) => policy.has(name));
		if (directive === undefined) return undefined;
		const sources = policy.get(directive) ?? [];
		const guarded = sources.some((source) => NONCE.test(source) || HASH.test(source));
		return { directive, sources, guarded, strict: sources.includes("'strict-dynamic'") };
	};
	// Elements and handlers have directives of their own (CSP 3, 6.8.3), eval does not (4.4).
	const elements = first("script-src-elem", "script-src", "default-src");
	const handlers = first("script-src-attr", "script-src", "default-src");
	const evals = first("script-src", "default-src");
	const nothing = !elements && !handlers && !evals;
	const lacks = (what: string) => `Does not restrict ${nothing ? "scripts" : what}`;
	return [
		...opened("element", elements, lacks("script elements"), isInline),
		...opened("handler", handlers, lacks("event handlers"), isInline),
		...opened("eval", evals, lacks("eval"), (source) => source === "'unsafe-eval'"),
		...opened("data", elements, lacks("script elements"), isData),
		...opened("host", elements, lacks("script elements"), isForeign),
		...moved(elements, policy.get("base-uri")),
	];
}

/** The sources of a directive that open a way; a policy without the directive opens it too. */
function opened(
	way: Way,
	of: Sources | undefined,
	lacks: string,
	opens: (source: string, of: Sources) => boolean,
): Opening[] {
	if (!of) return [{ way, lacks }];
	const named = /^(?:script|default)-src$/.test(of.directive) ? "" : ` in ${of.directive}`;
	return of.sources.filter((source) => opens(source, of)).map((source) => ({ way, source: `${source}${named}` }));
}

/** `'unsafe-inline'` counts for nothing beside a nonce, a hash or `'strict-dynamic'` (CSP 3, 6.7.3.2). */
const isInline = (source: string, { guarded, strict }: Sources): boolean =>
	source === "'unsafe-inline'" && !guarded && !strict;

/** `'strict-dynamic'` makes browsers leave out hosts and schemes (CSP 3, 6.7.2.3). */
const isData = (source: string, { strict }: Sources): boolean => source === "data:" && !strict;
const isForeign = (source: string, { strict }: Sources): boolean => isAnyHost(source) && !strict;

/**
 * An injected `<base>` moves scripts with relative addresses to a stranger's host. A nonce goes with the script wherever it is loaded
 * from, and so does what a script allowed by its hash loads under `'strict-dynamic'`. No other directive stands in for `base-uri`.
 */
function moved(of: Sources | undefined, base: readonly string[] | undefined): Opening[] {
	if (base && !base.some(isAnyHost)) return [];
	const follows = (source: string, { strict }: Sources) =>
		NONCE.test(source) || (strict ? HASH.test(source) : isAnyHost(source));
	if (of && !of.sources.some((source) => follows(source, of))) return [];
	const lack = base ? "Lets base-uri be any host" : "Has no base-uri";
	return [{ way: "base", lacks: `${lack}, so an injected <base> can load the page's own scripts from another site` }];
}
