import { CommandError, EXIT } from "#contract/command-line.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { createBaseline } from "../engines/baseline/baseline.ts";
import type { RunResult } from "../engines/engine.ts";
import { forOneScan, type Readers } from "../engines/readers.ts";

type Parts = {
	settings: Pick<
		Config,
		"SCAN_ALLOW" | "SCAN_TIME_LIMIT" | "PUBLIC_URL" | "PORT" | "PRACTICE_TARGET" | "PRACTICE_PORT"
	>;
	resolver: Resolver;
	readers: Readers;
	signal: AbortSignal;
	now: () => Date;
	onProgress: (step: string) => void;
	onError: (part: string, error: unknown) => void;
};

/**
 * Runs the free scan from here, without a server. What a server refuses is refused here too, unless SCAN_ALLOW lists it. Throws a
 * CommandError if the target cannot be scanned.
 */
export async function lookAtSite(
	address: string,
	{ settings, resolver, readers, signal, now, onProgress, onError }: Parts,
): Promise<{ target: string; result: RunResult }> {
	const parsed = parseTarget(address);
	if (!parsed.ok) throw new CommandError(EXIT.usage, parsed.message);
	const { PRACTICE_TARGET, PRACTICE_PORT, PUBLIC_URL, PORT } = settings;
	const guard = createGuard({
		policy: createPolicy({
			allow: settings.SCAN_ALLOW,
			practicePorts: PRACTICE_TARGET === "on" ? [PRACTICE_PORT, PRACTICE_PORT + 1] : [],
		}),
		resolver,
		ownHosts: PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [],
	});
	const answer = await guard.check(parsed.target);
	if (!answer.ok) {
		const isRefused = answer.code === "target_refused" || answer.code === "target_opted_out";
		const code = isRefused ? EXIT.notAllowed : answer.code === "unknown" ? EXIT.scanFailed : EXIT.usage;
		throw new CommandError(code, answer.message);
	}
	const baseline = createBaseline({
		guard,
		userAgent: scannerUserAgent(PUBLIC_URL ?? `http://localhost:${PORT}`),
		onError,
	});
	const limit = AbortSignal.timeout(settings.SCAN_TIME_LIMIT * 1_000);
	const result = await baseline.run({
		target: answer.checked,
		body: { target: address, email: "" },
		signal: AbortSignal.any([signal, limit]),
		now,
		read: forOneScan(readers),
		onProgress: (_percent, step) => onProgress(step),
	});
	return { target: address, result };
}
