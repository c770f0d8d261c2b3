import { afterAll, expect, test } from "vitest";
import { killWorkers } from "../../../faults/orphans/kill-workers.ts";
import { startZapMachine } from "../../../faults/orphans/zap-machine.ts";
import { createRandom } from "../../../faults/random.ts";

/** `FAULT_SEED=7 npm run unit -- tests/server/scanning/engines/engines-orphans` repeats the moments. The long form is `npm run faults`. */
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000));

const machine = await startZapMachine();
afterAll(machine.close);

test(`tools die with a worker that is killed at any moment, and the next scan is complete (seed ${SEED})`, async () => {
	const said: string[] = [];
	const { killed, wrong } = await killWorkers(4, createRandom(SEED), (text) => said.push(text));
	expect(wrong, said.join("\n")).toEqual([]);
	expect(killed).toHaveLength(4);
}, 240_000);

test("two workers on one machine run zap at the same time, on ports of their own", async () => {
	const workers = [machine.start(), machine.start()];
	expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(["full", "full"]);
	const ports = (await machine.calls()).map((call) => / -port (\d+) /.exec(call)?.[1]);
	expect(new Set(ports).size).toBe(2);
}, 60_000);
