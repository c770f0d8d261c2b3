/** The default: the vulnerabilities of an application that are found quickly and without guessing passwords. */
const USUAL_MODULES: readonly string[] = [
	"cookieflags",
	"csp",
	"http_headers",
	"csrf",
	"sql",
	"xss",
	"file",
	"exec",
	"redirect",
	"crlf",
	"permanentxss",
	"methods",
];

/** Modules that reach places other than the target, load lists from the internet, or try passwords are left out. */
const MORE_MODULES: readonly string[] = ["backup", "htaccess", "ldap", "shellshock", "spring4shell", "timesql"];

const KNOWN: ReadonlySet<string> = new Set([...USUAL_MODULES, ...MORE_MODULES]);
/** Names that people know from other releases of Wapiti. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([["blindsql", "timesql"]]);

/** What a module depends on. Without it Wapiti leaves the module out, and its report looks as if all were well. */
const NEEDS: ReadonlyMap<string, string> = new Map([["permanentxss", "xss"]]);

/** Reads a list of modules as typed. Returns unknown names: Wapiti would silently leave them out. */
export function readModules(text: string): { modules: readonly string[]; unknown: string[] } {
	const names = text
		.split(",")
		.map((name) => name.trim().toLowerCase())
		.filter((name) => name !== "")
		.map((name) => OLD_NAMES.get(name) ?? name);
	const unique = [...new Set(names.flatMap((name) => [NEEDS.get(name) ?? name, name]))];
	return {
		modules: unique.length === 0 ? USUAL_MODULES : unique.filter((name) => KNOWN.has(name)),
		unknown: unique.filter((name) => !KNOWN.has(name)),
	};
}

export const knownModules = (): string[] => [...KNOWN].sort();
