import { expect, test } from "vitest";
import { type Fault, kills, otherFaults } from "../../faults/faults.ts";
import { createRandom } from "../../faults/random.ts";
import { runFaults } from "../../faults/run.ts";
import { startSystem } from "../../faults/system.ts";

/** `FAULT_SEED=7 npm run unit -- tests/server/faults/installation` repeats the choices. The long form is `npm run faults`. */
const SEED = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 1_000_000));
const OTHERS = otherFaults({ readOnlyMs: 1_000, smtpMs: 1_000, diskMs: 1_000 });
const FAULTS: [name: string, fault: Fault][] = [
	["worker killed", kills["worker killed"]],
	["mail kept, answer lost", OTHERS["mail kept, answer lost"]],
	["PostgreSQL crashed", OTHERS["PostgreSQL crashed"]],
	["API process killed", kills["API process killed"]],
	["all connections ended, three times", OTHERS["all connections ended, three times"]],
	["worker frozen past its lease", OTHERS["worker frozen past its lease"]],
];

test(`processes that are killed, frozen and cut off lose nothing and do nothing twice (seed ${SEED})`, async () => {
	const system = await startSystem({ apis: 1, workers: 2, ownDisk: false });
	try {
		const said: string[] = [];
		const faults = FAULTS.map(([name, fault]) => ({ name, fault }));
		const result = await runFaults(system, faults, createRandom(SEED), (text) => said.push(text));
		expect(result.wrong, said.join("\n")).toEqual([]);
		expect(result).toMatchObject({ faults: FAULTS.length, lost: 0, doubled: 0 });
	} finally {
		await system.stop();
	}
});
