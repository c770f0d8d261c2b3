import type { Readiness } from "#server/platform/db/readiness.ts";

/** How soon to ask again. */
const RETRY_AFTER = "5";

/** A status line, headers and a small JSON body. */
export type HealthAnswer = { status: 200 | 503; headers: Record<string, string>; body: string };

const HEADERS = { "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8" };

/** Always true: the event loop is running, or this would not be sent. */
export const live = (): HealthAnswer => ({ status: 200, headers: HEADERS, body: JSON.stringify({ status: "live" }) });

/** A 503 names what is missing; a 200, what the process can do without. */
export async function ready(readiness: Pick<Readiness, "missing" | "parts">): Promise<HealthAnswer> {
	const missing = await readiness.missing();
	if (missing === undefined) {
		const without = [...readiness.parts].filter(([, answers]) => !answers).map(([part]) => part);
		const body = JSON.stringify({ status: "ready", ...(without.length > 0 && { without }) });
		return { status: 200, headers: HEADERS, body };
	}
	const body = JSON.stringify({ status: "not ready", missing });
	return { status: 503, headers: { ...HEADERS, "Retry-After": RETRY_AFTER }, body };
}
