import type { ScanKind } from "#contract/scans/scans.ts";
import type { Engine, RunContext, RunResult } from "#server/scanning/engines/engine.ts";
import { checkedTarget } from "./checked-target.ts";
import { readerOfOneScan } from "./readers.ts";

type Ran = { result: RunResult; percents: number[]; steps: string[]; rules: string[] };
type Given<K extends ScanKind> = Partial<RunContext<K>> & {
	body: RunContext<K>["body"];
	ports?: [number, ...number[]];
};

/** Runs an engine against ports of this machine, as if they belonged to someone else. */
export async function runEngine<K extends ScanKind>(engine: Engine<K>, given: Given<K>): Promise<Ran> {
	const { ports = [443, 80], body, ...rest } = given;
	const percents: number[] = [];
	const steps: string[] = [];
	const result = await engine.run({
		target: checkedTarget({ ports, port: ports.length === 1 ? ports[0] : undefined }),
		body,
		signal: new AbortController().signal,
		now: () => new Date("2026-11-21T12:00:00Z"),
		read: readerOfOneScan(),
		onProgress(percent, step) {
			percents.push(percent);
			steps.push(step);
		},
		...rest,
	});
	const rules = result.status === "completed" ? result.findings.map(({ rule }) => rule) : [];
	return { result, percents, steps, rules: [...new Set(rules)].sort() };
}
