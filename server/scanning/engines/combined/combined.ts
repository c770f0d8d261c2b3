import type { ScanPart } from "#contract/findings/findings.ts";
import { kindOf } from "#contract/kinds/kinds.ts";
import type { ScanBodies, ScanKind } from "#contract/scans/scans.ts";
import type { Engine, RunContext, RunResult } from "../engine.ts";
import { isTimeUp } from "../shared/is-time-up.ts";
import { mergeResults } from "./merge-results.ts";

/** A passive tool, which may run beside our own checks. */
type PassiveKind = "sslyze";
type Passive = {
	[K in PassiveKind]: { engine: Engine<K>; label: string; body: (target: string) => ScanBodies[K] };
}[PassiveKind];

type Options = {
	own: Engine<"combined">;
	beside: readonly Passive[];
	onError?: (part: string, error: unknown) => void;
};

/**
 * Our own checks and, at the same time, whatever passive tool is on this machine. A tool has the same requirements as its own kind of
 * scan: a visitor's scan of an unlisted host sends only what our own checks send.
 */
export function createCombined({ own, beside, onError = () => undefined }: Options): Engine<"combined"> {
	return {
		...own,
		async run(context) {
			const invited = beside.filter(({ engine }) => mayRun(engine, context));
			const there = await Promise.all(
				invited.map(async ({ engine }) => (await engine.detect(context.signal)).available),
			);
			const tools = invited.filter((_, index) => there[index]);
			if (tools.length === 0) return own.run(context);
			const tell = sharedProgress(tools.length + 1, context.onProgress);
			const [result, ...others] = await Promise.all([
				own.run({ ...context, onProgress: tell(0) }),
				...tools.map(async ({ engine, label, body }, index) => {
					const part = { part: engine.kind, label };
					try {
						const given = { ...context, body: body(context.body.target), onProgress: tell(index + 1) };
						return { ...part, result: await engine.run(given) };
					} catch (error) {
						onError(engine.kind, error);
						return { ...part, result: BROKE };
					}
				}),
			]);
			const { signal } = context;
			// A canceled scan is over, whatever one side had done by then.
			if (signal.aborted && !isTimeUp(signal)) return result;
			return mergeResults(result, others);
		},
	};
}

const BROKE: RunResult = {
	status: "failed",
	reason: { code: "internal", message: "An error of ours ended this part. It says nothing about the target." },
	parts: [] satisfies ScanPart[],
	sent: [],
};

function mayRun({ kind }: { kind: ScanKind }, { target, signedIn = false }: RunContext): boolean {
	const { needs } = kindOf(kind);
	return needs === "nothing" || target.listed || (needs === "sign-in" && signedIn);
}

/** The mean of all sides, with the step that was reported last. */
function sharedProgress(sides: number, onProgress: RunContext["onProgress"]) {
	const done = new Array<number>(sides).fill(0);
	return (side: number): RunContext["onProgress"] =>
		(percent, step) => {
			done[side] = percent;
			onProgress(Math.floor(done.reduce((sum, one) => sum + one, 0) / sides), step);
		};
}
