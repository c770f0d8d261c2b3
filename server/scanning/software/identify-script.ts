import { type Software, software } from "./identify.ts";
import { libraryNamed } from "./libraries.ts";

/** Longer addresses are read up to here. */
const LONGEST = 2_048;
/** `1.12.4`, `1.7`, `3.0.0-rc.1`. Its parts are short, so no text makes it look far. */
const VERSION = String.raw`v?(\d{1,5}(?:\.\d{1,5}){1,3}(?:-(?:alpha|beta|rc)[.\d]{0,8})?)`;
const IS_VERSION = new RegExp(`^${VERSION}$`, "i");
const ENDS_WITH_VERSION = new RegExp(`[-.@_]${VERSION}$`, "i");
const SCRIPT = /\.m?js$/i;
/** What a file's name says about the build, after the library's name or its version. */
const BUILD = /[-.](?:slim|min|bundle|prod|production|pack|umd|global|core|full|all|debug)$/i;

/** Where makers publish a library by version alone. */
const OWN_HOSTS: [RegExp, string][] = [
	[/^https?:\/\/code\.jquery\.com\/ui\/([^/]+)\/jquery-ui\b/i, "jQuery UI"],
	[/^https?:\/\/code\.angularjs\.org\/([^/]+)\/angular\b/i, "AngularJS"],
	[/^https?:\/\/cdn\.datatables\.net\/([^/]+)\/js\/jquery\.datatables\b/i, "DataTables"],
	[/^https?:\/\/cdn\.ckeditor\.com\/([^/]+)\/[^/]+\/ckeditor\.js/i, "CKEditor"],
	[/^https?:\/\/cdn\.ckeditor\.com\/ckeditor5\/([^/]+)\//i, "CKEditor 5"],
];

/** A library's title, with the version that stands beside its name. */
type Named = { title: string; version: string; guessed?: true };

/** Finds a well-known library and its version in the address of a script; an address without a version names nothing. */
export function identifyInScript(src: string): Software[] {
	const named = readAddress(src.slice(0, LONGEST));
	if (!named) return [];
	const { title, version, guessed } = named;
	// Angular from version 2 on is a different product, and is not loaded this way.
	if (title === "AngularJS" && !version.startsWith("1.")) return [];
	return software(title, version, "").map((found) => (guessed ? { ...found, guessed } : found));
}

function readAddress(src: string): Named | undefined {
	for (const [pattern, title] of OWN_HOSTS) {
		const version = versionIn(pattern.exec(src)?.[1]);
		if (version !== undefined) return { title, version };
	}
	const [address = "", query = ""] = src.split(/[?#]/, 2);
	const segments = address.split("/");
	const file = segments.at(-1) ?? "";
	return inFolders(segments) ?? inFile(file) ?? inQuery(file, query);
}

/** `jquery/1.12.4/jquery.min.js`, `jquery@1.12.4/dist/jquery.js`, and `vue@2.7.6`, whose file is left to the delivery network. */
function inFolders(segments: readonly string[]): Named | undefined {
	for (const [at, segment] of segments.entries()) {
		const sign = segment.lastIndexOf("@");
		const packaged = sign > 0 ? named(segment.slice(0, sign), segment.slice(sign + 1)) : undefined;
		if (packaged) return packaged;
		const isFolder = at + 2 < segments.length;
		const foldered = isFolder ? named(segment, segments[at + 1]) : undefined;
		if (foldered) return foldered;
	}
	return undefined;
}

/** `jquery-1.12.4.slim.min.js` */
function inFile(file: string): Named | undefined {
	if (!SCRIPT.test(file)) return undefined;
	const bare = withoutBuild(file);
	const end = ENDS_WITH_VERSION.exec(bare);
	return end ? named(withoutBuild(bare.slice(0, end.index)), end[1]) : undefined;
}

/**
 * `jquery.min.js?ver=1.12.4`, as WordPress writes it. Themes write a version of their own there. A mere `v=1.0` is no version of the
 * library, but breaks caches.
 */
function inQuery(file: string, query: string): Named | undefined {
	if (!SCRIPT.test(file)) return undefined;
	const given = query.split("&").find((pair) => /^ver(?:sion)?=/i.test(pair));
	const found = named(withoutBuild(file), given?.slice(given.indexOf("=") + 1));
	return found && { ...found, guessed: true };
}

function named(name: string, version: string | undefined): Named | undefined {
	const title = libraryNamed(name);
	const read = title === undefined ? undefined : versionIn(version);
	return title === undefined || read === undefined ? undefined : { title, version: read };
}

const versionIn = (text: string | undefined): string | undefined => IS_VERSION.exec(text ?? "")?.[1];

/** The name of a file without its ending and what its makers call the build. */
function withoutBuild(file: string): string {
	let bare = file.replace(SCRIPT, "");
	// Some libraries are called like that: `handlebars.js`, `easyxdm.debug.js`.
	for (let left = 3; left > 0 && BUILD.test(bare); left--) bare = bare.replace(BUILD, "");
	return bare;
}
