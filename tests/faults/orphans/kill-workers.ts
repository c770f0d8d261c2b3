import { setTimeout as pause } from "node:timers/promises";
import { isAlive } from "../../support/engines/is-alive.ts";
import { processesBelow } from "../../support/engines/processes-below.ts";
import { until } from "../../support/until.ts";
import type { Random } from "../random.ts";
import { descendants } from "./descendants.ts";
import { leftIn, startZapMachine } from "./zap-machine.ts";

/** One worker that was killed, at this moment after its scan began (or before), and what happened to its tools. */
export type Killed = {
	/** In milliseconds after the scan began; undefined: while the process was starting. */
	at: number | undefined;
	/** How many processes of the worker's tools there were then, with those that watch over them. */
	had: number;
	/** Until none of them was left, in milliseconds. */
	goneAfter: number;
};

type Orphans = { killed: Killed[]; wrong: string[] };

const MOST_MS = 10_000;

/**
 * Kills workers in the middle of a scan with ZAP, each at a moment of its own, from before their tool has started until after it has
 * ended. None of their processes may be left ten seconds later, and the next worker's scan is complete and leaves nothing.
 */
export async function killWorkers(count: number, random: Random, say: (text: string) => void): Promise<Orphans> {
	if (count === 0) return { killed: [], wrong: [] };
	const machine = await startZapMachine();
	const killed: Killed[] = [];
	const wrong: string[] = [];

	async function scanInFull(after: string): Promise<number> {
		const worker = machine.start();
		await worker.begun;
		const began = performance.now();
		const ending = await worker.ended;
		if (ending !== "full") wrong.push(`The scan after ${after} ended otherwise: ${ending}`);
		const left = await leftIn(machine.temporary);
		if (left.length > 0) wrong.push(`${left.join(", ")} is left after ${after}`);
		return performance.now() - began;
	}

	async function kill(at: number | undefined): Promise<void> {
		const worker = machine.start();
		const { pid = 0 } = worker.process;
		if (at !== undefined) {
			await worker.begun;
			await Promise.race([pause(at), worker.ended]);
		}
		const before = descendants(pid);
		worker.process.kill("SIGKILL");
		await worker.ended;
		const dead = performance.now();
		const pids = new Set([...before, ...(await processesBelow(machine.temporary)).map(({ pid }) => pid)]);
		// What it started between the look and its end is only known by its home.
		await until(
			async () => ![...pids].some(isAlive) && (await processesBelow(machine.temporary)).length === 0,
			"no process of the worker's tools is left",
		);
		const goneAfter = performance.now() - dead;
		const name = at === undefined ? "a kill at its start" : `a kill after ${Math.round(at)} ms`;
		if (goneAfter > MOST_MS) wrong.push(`After ${name} it took ${Math.round(goneAfter)} ms until its tools were gone`);
		killed.push({ at, had: pids.size, goneAfter });
		say(`${name}: ${pids.size} processes, gone after ${Math.round(goneAfter)} ms`);
		await scanInFull(name);
	}

	try {
		// The first one takes longer: nothing has been read from the disk yet.
		const whole = Math.min(await scanInFull("none"), await scanInFull("one other"));
		await kill(undefined);
		// One in each part of a scan's time, and of a moment after it.
		const part = (whole * 1.1) / (count - 1);
		for (let index = 0; index < count - 1; index++) await kill(index * part + random.upTo(part));
	} finally {
		await machine.close();
	}
	return { killed, wrong };
}
