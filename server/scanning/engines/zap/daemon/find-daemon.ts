import type { FoundTool } from "../../shared/process/find-tool.ts";
import { isOlder } from "../../shared/process/is-older.ts";
import { doneAnswer, versionAnswer } from "./answers.ts";
import type { DaemonApi } from "./api.ts";
import { faultText } from "./fault.ts";

const CALL_MS = 5_000;
/** ZAP counts its plans from 0. */
const NO_PLAN = "-1";

/** Asks the daemon for its version, and whether it can stop a plan, which older automation add-ons cannot. */
export async function findDaemon(
	api: DaemonApi,
	url: string,
	atLeast: readonly number[],
	signal?: AbortSignal,
): Promise<FoundTool> {
	const limits = { timeMs: CALL_MS, ...(signal && { signal }) };
	const missing = (reason: string) => ({ found: false, reason }) as const;
	const answer = await api.ask("core/view/version", {}, versionAnswer, limits);
	if (!answer.ok) return missing(faultText(answer.fault));
	const { version } = answer.value;
	if (isOlder(version, atLeast)) {
		return missing(`ZAP ${version} is at ZAP_URL, but too old: ${atLeast.join(".")} or later is needed.`);
	}
	// Views may be open to everyone while actions need the key, so this reveals a wrong key as well.
	const stop = await api.ask("automation/action/stopPlan", { planId: NO_PLAN }, doneAnswer, limits);
	if (stop.ok || stop.fault.kind === "strange") return { found: true, path: url, version };
	if (stop.fault.kind !== "error") return missing(faultText(stop.fault));
	if (!["bad_action", "no_implementor"].includes(stop.fault.code)) return { found: true, path: url, version };
	return missing(
		`ZAP ${version} is at ZAP_URL, but its automation add-on is missing or cannot end a plan. Please bring its add-ons up to date.`,
	);
}
