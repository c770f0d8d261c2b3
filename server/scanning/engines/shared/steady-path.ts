import { isSecretName } from "./secret-name.ts";

/** Made up anew for each visit, such as `…` in `/app.…/main.css`: what stands for it. */
const MADE_UP = "…";

/** A session in a path, as ASP.NET writes it: `/(S(lit3py55t21z5v55vlm25s55))/page`. */
const SESSION_SEGMENT = /\/(?:\((?:[A-Z]\([^()/]{1,200}\)){1,5}\)|\([A-Z]\([^()/]{1,200}\)\))(?=\/|$)/g;
/** `;jsessionid=1F` and whatever else a server appends to a segment. */
const SEGMENT_PARAMETER = /;([^;=/]{1,100})=[^;/]*/g;
/** A moment in seconds or milliseconds since 1970, from 2014 on. */
const MOMENT = /(?<!\d)1[4-9]\d{8}(?:\d{3})?(?!\d)/g;
const WORD = /[A-Za-z0-9]{20,}/g;

/**
 * A path without what changes from visit to visit although the page is the same: ids of sessions, moments, random words. A finding's place
 * and what we show of an address both go through it, so a place is the same in each scan and no session stands anywhere.
 *
 * UUIDs stay: they nearly always name a thing. So do numbers and short words, for the same reason.
 */
export function steadyPath(path: string): string {
	const steady = path
		.replace(SESSION_SEGMENT, "")
		.replace(SEGMENT_PARAMETER, (whole, name: string) => (isSecretName(name) ? "" : whole))
		.replace(WORD, (word) => (isRandom(word) ? MADE_UP : word))
		.replace(MOMENT, MADE_UP);
	return steady === "" && path !== "" ? "/" : steady;
}

/** Names that people give change from letters to digits once or twice. */
const isRandom = (word: string): boolean => (word.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) >= 4;

const ADDRESS = /(https?:\/\/[^/\s?#]*)?(\/[^\s?#]*)/gi;

/** Each address and path in a text, so written. */
export const withSteadyPaths = (text: string): string =>
	text.replace(ADDRESS, (_, origin: string | undefined, path: string) => `${origin ?? ""}${steadyPath(path)}`);
