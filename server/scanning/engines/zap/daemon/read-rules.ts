import * as z from "zod/mini";
import type { ZapRules } from "../setup.ts";
import type { DaemonApi } from "./api.ts";

const CALL_MS = 5_000;
const scanners = z.object({
	scanners: z.array(
		z.object({
			id: z.string().check(z.regex(/^\d{1,7}$/)),
			name: z.string(),
			enabled: z.string(),
			alertThreshold: z._default(z.string(), "DEFAULT"),
		}),
	),
});

/**
 * Asks a daemon for its rules; undefined if it does not say. Whether an active rule is on is not read: ZAP answers for its default policy,
 * and a plan with a policy of its own, such as ours, starts from all rules that are there.
 */
export async function readRules(api: DaemonApi, signal: AbortSignal): Promise<ZapRules | undefined> {
	const limits = { signal, timeMs: CALL_MS };
	const passive = await api.ask("pscan/view/scanners", {}, scanners, limits);
	if (!passive.ok) return undefined;
	const active = await api.ask("ascan/view/scanners", {}, scanners, limits);
	if (!active.ok) return undefined;
	return {
		passive: passive.value.scanners.map(({ id, name, enabled, alertThreshold }) => ({
			id,
			name,
			isOn: enabled === "true" && alertThreshold !== "OFF",
		})),
		active: active.value.scanners.map(({ id, name }) => ({ id, name })),
	};
}
