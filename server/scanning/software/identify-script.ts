import { type Software, software } from "./identify.ts";

/** `host`: where its makers publish it by version alone. */
const LIBRARIES: [file: string, name: string, host?: string][] = [
	["jquery-ui", "jQuery UI", "code\\.jquery\\.com/ui"],
	["jqueryui", "jQuery UI"],
	["jquery", "jQuery"],
	["bootstrap", "Bootstrap"],
	["angularjs", "AngularJS"],
	["angular", "AngularJS", "code\\.angularjs\\.org"],
	["vue", "Vue"],
	["react", "React"],
];
const VERSION = String.raw`v?(\d+\.\d+(?:\.\d+)?)`;
const PATTERNS = LIBRARIES.map(
	([file, name, host]) =>
		[
			name,
			[
				// jquery-1.12.4.min.js
				new RegExp(String.raw`(?:^|/)${file}[-.@]${VERSION}(?:[-.](?:slim|min|bundle|prod|production))*\.js`, "i"),
				// jquery/1.12.4/jquery.min.js, jquery@1.12.4/dist/jquery.js, angularjs/1.5.8/angular.min.js
				new RegExp(String.raw`(?:^|/)${file}(?:\.js)?[/@]${VERSION}/`, "i"),
				// jquery.min.js?ver=1.12.4, as WordPress writes it. A mere v=1.0 is no version of the library, but breaks caches.
				new RegExp(String.raw`(?:^|/)${file}(?:\.min)?\.js\?(?:[^?]*&)?ver(?:sion)?=${VERSION}`, "i"),
				// vue@2.7.6, whose file is left to the delivery network
				new RegExp(`(?:^|/)${file}@${VERSION}$`, "i"),
				...(host === undefined
					? []
					: [new RegExp(String.raw`^https?://${host}/${VERSION}/${file}(?:\.min)?\.js`, "i")]),
			],
		] as const,
);

/** Finds a well-known library and its version in the address of a script; an address without a version names nothing. */
export function identifyInScript(src: string): Software[] {
	for (const [name, patterns] of PATTERNS) {
		for (const pattern of patterns) {
			const version = pattern.exec(src)?.[1];
			// Angular from version 2 on is a different product, and is not loaded this way.
			if (version && !(name === "AngularJS" && !version.startsWith("1."))) return software(name, version, "");
		}
	}
	return [];
}
