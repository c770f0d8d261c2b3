import type { ScanBodies } from "#contract/scans/scans.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import { originOf } from "../shared/start-url.ts";
import { readModules } from "./modules.ts";

type Where = { folder: string; proxyPort: number; userAgent: string; seconds: number };

const SCOPES = { url: "url", strict_path: "page", folder: "folder", domain: "domain" } as const;
/** The share of the time that the crawl may take; the modules get the rest. */
const CRAWL_SHARE = 0.25;

/** The address that Wapiti starts from. */
export function startUrl(checked: CheckedTarget, scope: keyof typeof SCOPES): string {
	const { path } = checked.target;
	// Wapiti treats a folder as a prefix of addresses, so `/shop` would include `/shopping`, and a file would include nothing.
	const place = scope === "folder" ? folderOf(path) : path;
	return `${originOf(checked).origin}${place}`;
}

function folderOf(path: string): string {
	const [page = ""] = path.split("?", 1);
	return page.slice(0, page.lastIndexOf("/") + 1);
}

/** Every value is in one argument with its option, so that none can be read as an option itself. */
export function wapitiArguments(target: CheckedTarget, body: ScanBodies["wapiti"], where: Where): string[] {
	const { folder, proxyPort, userAgent, seconds } = where;
	const scope = body.scope ?? "folder";
	const { modules } = readModules(body.modules ?? "");
	const crawl = Math.max(5, Math.floor(seconds * CRAWL_SHARE));
	const attack = Math.max(3, Math.floor((seconds - crawl) / Math.max(1, modules.length)));
	return [
		`--url=${startUrl(target, scope)}`,
		`--scope=${SCOPES[scope]}`,
		`--module=${modules.join(",")}`,
		"--format=json",
		// Lists the pages that were crawled.
		"--detailed-report=1",
		`--output=${folder}/report.json`,
		"--no-bugreport",
		"--flush-session",
		`--store-session=${folder}/session`,
		`--store-config=${folder}/config`,
		`--proxy=http://127.0.0.1:${proxyPort}/`,
		"--verify-ssl=0",
		`--user-agent=${body.user_agent || userAgent}`,
		"--timeout=6",
		"--depth=5",
		"--max-links-per-page=50",
		"--scan-force=polite",
		"--tasks=4",
		"--verbose=1",
		`--max-scan-time=${crawl}`,
		`--max-attack-time=${attack}`,
	];
}
