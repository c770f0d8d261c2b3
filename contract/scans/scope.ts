import { kindOf, targetOf } from "#contract/kinds/kinds.ts";
import { isUsual, parseTarget } from "#contract/scans/parse-target.ts";
import type { ScanRequest } from "#contract/scans/scans.ts";

/** What a scan covered: `host` as an asset has it, and everything that decides what it could have seen. */
export type ScanScope = { host: string; scope: string };

/**
 * Two scans with the same scope check the same things: the same engine, host and port, and for those that follow paths the same path and
 * settings. Undefined if a target cannot be read, which never happens to an accepted scan.
 */
export function scopeOf(request: ScanRequest): ScanScope | undefined {
	const parsed = parseTarget(targetOf(request));
	if (!parsed.ok) return undefined;
	const { target } = parsed;
	const { host, path, scheme = "" } = target;
	const { followsPaths, options } = kindOf(request.kind);
	const body: Readonly<Record<string, string | undefined>> = request.body;
	const below = followsPaths ? [scheme, path] : [];
	const settings = Object.keys(options).map((name) => body[name] ?? "");
	const where = [request.kind, host, isUsual(target) ? "usual" : target.port];
	return { host, scope: JSON.stringify([...where, ...below, ...settings]) };
}
