/** Longer ones are hardly pages that people visit, and each is compared with every line of a robots.txt. */
const LONGEST = 500;
const MOST_PARAMETERS = 2;

/** Endings of files that are no pages. */
const FILE = new RegExp(
	`\\.(?:${[
		"7z|apk|bin|bz2|cab|deb|dmg|exe|gz|iso|jar|msi|pkg|rar|rpm|tar|tgz|xz|zip",
		"csv|docx?|epub|ics|odp|ods|odt|pdf|pptx?|ps|rtf|txt|vcf|xlsx?",
		"atom|css|js|json|map|mjs|rss|wasm|xml|xsd|xsl",
		"avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp",
		"aac|avi|flac|m4a|m4v|mkv|mov|mp3|mp4|mpe?g|oga|ogg|ogv|opus|wav|webm|wmv",
		"eot|otf|ttf|woff2?",
	].join("|")})$`,
	"i",
);

/** Words of addresses that do something when they are asked for, although a GET should not. */
const ACTION =
	/(?:^|[^a-z])(?:(?:log|sign)[-_]?(?:out|off)|abmelden|ausloggen|cerrar[-_]?sesion|deconnexion|uitloggen|add[-_]?to[-_]?(?:cart|basket)|cancel|deactivate|delete|destroy|disconnect|remove|reset|revoke|unsubscribe)(?![a-z])/i;

/**
 * The path and query of an address that may be a page of the site with this origin; undefined if it is on another site, or looks like a
 * file, a hidden file or an action. Pure.
 */
export function pagePath(url: URL, origin: string): string | undefined {
	if (url.origin !== origin || url.username !== "" || url.password !== "") return undefined;
	const path = url.pathname + url.search;
	if (path.length > LONGEST || url.pathname.includes("/.")) return undefined;
	if (FILE.test(url.pathname) || ACTION.test(path)) return undefined;
	return url.searchParams.size > MOST_PARAMETERS ? undefined : path;
}
