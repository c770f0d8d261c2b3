/**
 * Top-level domains for which Chromium 156.0.8078.108 asks for https by itself: tried on 29 November 2026 with a name that does not exist
 * below each of the 1,447 top-level domains in the public suffix list of tldts 7.5.4. Browsers have these built in, because
 * whoever runs such a domain asked for it. They have single names built in too, which come and go and are not here.
 */
const NAMES =
	"amazon android app audible azure bank bing boo channel chrome dad day dev eat esq fire fly foo fujitsu gle gmail google hangout hotmail imdb ing insurance kindle meet meme microsoft mov new nexus office page phd play prime prof rsvp search silk skype windows xbox xn--cckwcxetd xn--jlq480n2rg youtube zappos zip";
const HTTPS_ONLY: ReadonlySet<string> = new Set(NAMES.split(" "));

/** Whether browsers use https for a host without being told. */
export function isHttpsOnly(host: string): boolean {
	return HTTPS_ONLY.has(host.slice(host.lastIndexOf(".") + 1));
}
