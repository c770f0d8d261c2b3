import { isIPv4, isIPv6 } from "node:net";

/** What receivers make of an SPF record (RFC 7208). `fault`: why they throw it away as a whole; then nothing else of it counts. */
type Spf = {
	/** What `all` says, if it is there: `+`, `-`, `~` or `?`. */
	all: string | undefined;
	redirect: boolean;
	fault: string | undefined;
};

/** Terms of the record itself that need a query; those of what it includes come on top (RFC 7208, 4.6.4). */
const MOST_LOOKUPS = 10;
const ASKING = ["include", "a", "mx", "ptr", "exists"];

const MECHANISM = /^([+?~-]?)([a-z][a-z0-9_.-]*)(?::((?:%\{[^}]*\}|%(?!\{)|[^/%])*))?(\/.*)?$/i;
const MODIFIER = /^([a-z][a-z0-9_.-]*)=(.*)$/i;
/** Printable, with `%` only in a macro (RFC 7208, 7.1). */
const MACRO_STRING = /^(?:%\{[slodiphcrtv]\d*r?[.\-+,/_=]*\}|%[%_-]|[!-$&-~])*$/i;

export function readSpf(record: string): Spf {
	let all: string | undefined;
	let redirect = false;
	let lookups = 0;
	for (const term of record.split(" ").slice(1)) {
		if (term === "") continue;
		const modifier = MODIFIER.exec(term);
		if (modifier) {
			const [, name = "", value = ""] = modifier;
			const needsName = /^(?:redirect|exp)$/i.test(name);
			if (!MACRO_STRING.test(value) || (needsName && value === "")) return voidBy(term);
			if (/^redirect$/i.test(name)) redirect = true;
			continue;
		}
		const [, qualifier = "", name = "", value, length = ""] = MECHANISM.exec(term) ?? [];
		const mechanism = name.toLowerCase();
		if (!isSound(mechanism, value, length)) return voidBy(term);
		if (ASKING.includes(mechanism)) lookups++;
		if (mechanism === "all") all ??= qualifier === "" ? "+" : qualifier;
	}
	if (redirect && all === undefined) lookups++;
	const fault =
		lookups > MOST_LOOKUPS
			? `${lookups} of its terms need a look-up, and receivers stop at ${MOST_LOOKUPS}`
			: undefined;
	return { all, redirect, fault };
}

const voidBy = (term: string): Spf => ({
	all: undefined,
	redirect: false,
	fault: `“${term}” is not a term of SPF`,
});

function isSound(mechanism: string, value: string | undefined, length: string): boolean {
	switch (mechanism) {
		case "all":
			return value === undefined && length === "";
		case "include":
		case "exists":
			return isName(value) && length === "";
		case "ptr":
			return (value === undefined || isName(value)) && length === "";
		case "a":
		case "mx":
			return (value === undefined || isName(value)) && isLength(length, 32, 128);
		case "ip4":
			return value !== undefined && isIPv4(value) && (length === "" || isOneLength(length, 32));
		case "ip6":
			return value !== undefined && isIPv6(value) && (length === "" || isOneLength(length, 128));
		default:
			return false;
	}
}

const isName = (value: string | undefined): boolean => value !== undefined && value !== "" && MACRO_STRING.test(value);

const isOneLength = (text: string, most: number): boolean => /^\/\d{1,3}$/.test(text) && Number(text.slice(1)) <= most;

/** `/24`, `//64` or `/24//64`. */
function isLength(text: string, most4: number, most6: number): boolean {
	const [, four = "", six = ""] = /^(\/\d{1,3})?(?:\/(\/\d{1,3}))?$/.exec(text) ?? [undefined, "no", "no"];
	return (four === "" || isOneLength(four, most4)) && (six === "" || isOneLength(six, most6));
}
