import type { ScanKind } from "#contract/scans.ts";
import type { Engine } from "./engine.ts";

/** Stands for a kind of scan whose adapter is not there: it says so, and is never run. */
export function missingEngine<K extends ScanKind>(
	about: Pick<Engine<K>, "kind" | "tool" | "install" | "needs">,
): Engine<K> {
	return {
		...about,
		name: about.kind,
		detect: async () => ({ available: false, reason: "This kind of scan is not built in yet." }),
		run: () => {
			throw new Error(`No adapter for ${about.kind} is built in`);
		},
	};
}
