import type { FoundTool } from "../../shared/process/find-tool.ts";
import { isOlder } from "../../shared/process/is-older.ts";
import type { ZapForm } from "../form.ts";
import { addOnsAnswer, doneAnswer, versionAnswer } from "./answers.ts";
import type { DaemonApi } from "./api.ts";
import type { Clock } from "./clock.ts";
import { type Fault, faultText } from "./fault.ts";

const CALL_MS = 5_000;
/** How soon a daemon that has just started is noticed. */
const WAIT_MS = 2_000;
/** The add-ons that the plan's jobs and rules come with. */
const NEEDED = ["automation", "network", "pscan", "pscanrules", "ascanrules", "spider", "reports"];
/** The first automation add-on that can end a plan. */
const CAN_STOP = [0, 52];
/** Clearing statistics that do not exist changes nothing. */
const NO_STATISTICS = "plumbline.none.";

/**
 * Looks for the daemon. Every call that it refuses ends up in its log as a warning with a stack trace, so this asks only what it answers:
 * its version each time, and the rest once for each start.
 */
export function createDaemonFinder(
	api: DaemonApi,
	clock: Clock,
	url: string,
	atLeast: readonly number[],
): Required<Pick<ZapForm, "find" | "appears">> {
	let checked: string | undefined;
	let isAway = false;

	async function find(signal?: AbortSignal): Promise<FoundTool> {
		const limits = { timeMs: CALL_MS, ...(signal && { signal }) };
		const missing = (reason: string) => {
			checked = undefined;
			return { found: false, reason } as const;
		};
		const answer = await api.ask("core/view/version", {}, versionAnswer, limits);
		isAway = !answer.ok && mayCome(answer.fault);
		if (!answer.ok) return missing(faultText(answer.fault));
		const { version } = answer.value;
		if (isOlder(version, atLeast))
			return missing(`ZAP ${version} is at ZAP_URL, but too old: ${atLeast.join(".")} or later is needed.`);
		if (checked === version) return { found: true, path: url, version };
		// Views may be open to everyone while actions need the key.
		const keyed = await api.ask("stats/action/clearStats", { keyPrefix: NO_STATISTICS }, doneAnswer, limits);
		if (!keyed.ok && (keyed.fault.kind === "key" || keyed.fault.kind === "closed"))
			return missing(faultText(keyed.fault));
		const addOns = await api.ask("autoupdate/view/installedAddons", {}, addOnsAnswer, limits);
		if (!addOns.ok) return missing(faultText(addOns.fault));
		const lack = whatIsLacking(new Map(addOns.value.installedAddons.map((one) => [one.id, one.version])));
		if (lack !== undefined) return missing(`ZAP ${version} is at ZAP_URL, but ${lack}`);
		checked = version;
		return { found: true, path: url, version };
	}

	return {
		find,
		async appears(signal) {
			// One that answers, but not as it should, writes each call into its log: it is asked again with the next look.
			if (!isAway) return false;
			while (!signal.aborted) {
				const answer = await api.ask("core/view/version", {}, versionAnswer, { signal, timeMs: CALL_MS });
				if (answer.ok || !mayCome(answer.fault)) return true;
				await clock.wait(WAIT_MS, signal);
			}
			return false;
		},
	};
}

/** Nothing listens there yet, or it listens and is not ready. */
const mayCome = ({ kind }: Fault) => kind === "away" || kind === "silent";

function whatIsLacking(versions: ReadonlyMap<string, string>): string | undefined {
	const absent = NEEDED.filter((id) => !versions.has(id));
	if (absent.length > 0)
		return `without ${absent.length === 1 ? "an add-on" : "add-ons"} that a scan needs: ${absent.join(", ")}. Please install ${absent.length === 1 ? "it" : "them"} there.`;
	const version = versions.get("automation") ?? "";
	if (/^\d+\.\d+/.test(version) && isOlder(version, CAN_STOP))
		return "its automation add-on cannot end a plan. Please bring its add-ons up to date.";
	return undefined;
}
