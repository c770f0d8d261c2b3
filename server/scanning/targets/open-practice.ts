import { portError } from "#server/platform/process/start-error.ts";
import type { Config } from "#server/platform/settings/config.ts";

export type StartPractice = (ports: { httpPort: number; httpsPort: number }) => Promise<{
	urls: string[];
	/** Services beside the two web addresses, for scans of every practice port. */
	servicePorts?: number[];
	close(): Promise<void>;
}>;

type Practice = { ports: number[]; fact: string; close: () => Promise<void> };

/** The practice target runs beside the workers; a process that runs no jobs only knows its ports. */
export async function openPractice(
	{ PRACTICE_TARGET, PRACTICE_PORT }: Config,
	works: boolean,
	startPractice: StartPractice,
): Promise<Practice> {
	const nothing = async () => {};
	if (PRACTICE_TARGET === "off") return { ports: [], fact: "off", close: nothing };
	const httpsPort = PRACTICE_PORT === 0 ? 0 : PRACTICE_PORT + 1;
	if (!works) {
		return { ports: [PRACTICE_PORT, httpsPort], fact: "served by the worker", close: nothing };
	}
	const {
		urls,
		servicePorts = [],
		close,
	} = await startPractice({ httpPort: PRACTICE_PORT, httpsPort }).catch((error) => {
		throw portError(error, `${PRACTICE_PORT} or ${httpsPort}`, "PRACTICE_PORT");
	});
	return {
		ports: [...urls.map((url) => Number(new URL(url).port)), ...servicePorts],
		fact: `scan ${urls.join(" or ")} to try it out`,
		close,
	};
}
