import { kindOf, targetOf } from "#contract/kinds/kinds.ts";
import { parseTarget, type Target, type TargetRefusal } from "#contract/scans/parse-target.ts";
import type { ScanRequest } from "#contract/scans/scans.ts";

/** What a scan is aimed at, if its kind can be aimed at that. */
export function scanTarget(request: ScanRequest): { ok: true; target: Target } | TargetRefusal {
	const parsed = parseTarget(targetOf(request));
	if (parsed.ok && kindOf(request.kind).accepts === "host:port" && !isHostAndPort(parsed.target)) {
		return {
			ok: false,
			code: "invalid_target",
			message: "Please give the target as host:port, such as example.com:443.",
		};
	}
	return parsed;
}

const isHostAndPort = ({ scheme, port, path }: Target) => scheme === undefined && port !== undefined && path === "/";
