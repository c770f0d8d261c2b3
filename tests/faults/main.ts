// Runs a whole installation through faults while requests keep coming, and writes what it ended with to docs/BENCHMARKS.md.
// Exit code 1 if anything was lost, doubled or wrong; times never decide.
//   npm run faults                                  100 kills, five rounds of every other fault, 20 kills during scans with ZAP
//   npm run faults -- --kills 10 --rounds 1         shorter; then nothing is written
//   npm run faults -- --seed 7                      the same choices again
//   npm run faults -- --only "disk"                 only faults whose names have this in them
//   LIBFAKETIME=/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1 npm run faults
//                                                   moves the database's own clock too (Debian's libfaketime)
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { writeSection } from "../bench/write-section.ts";
import { type Fault, kills, otherFaults } from "./faults.ts";
import { killWorkers } from "./orphans/kill-workers.ts";
import { createRandom } from "./random.ts";
import { renderFaults } from "./render.ts";
import { runFaults } from "./run.ts";
import { startSystem } from "./system.ts";

const { values } = parseArgs({
	options: {
		kills: { type: "string", default: "100" },
		rounds: { type: "string", default: "5" },
		seed: { type: "string" },
		only: { type: "string", default: "" },
		apis: { type: "string", default: "2" },
		workers: { type: "string", default: "3" },
		write: { type: "boolean", default: false },
	},
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const random = createRandom(seed);
const [killCount, rounds] = [Number(values.kills), Number(values.rounds)];
const [apis, workers] = [Number(values.apis), Number(values.workers)];
console.warn(`Seed ${seed}`);

type Named = { name: string; fault: Fault };
const named = (faults: Record<string, Fault>): Named[] =>
	Object.entries(faults)
		.map(([name, fault]) => ({ name, fault }))
		.filter(({ name }) => name.includes(values.only));
const killing = named(kills);
const others = named(otherFaults({ readOnlyMs: 60_000 / rounds, smtpMs: 3_000, diskMs: 3_000 }));
const list: Named[] = [
	...(killing.length > 0 ? Array.from({ length: killCount }, () => random.pick(killing)) : []),
	...Array.from({ length: rounds }, () => others).flat(),
];
const shuffled = list.map((one) => ({ one, at: random.upTo(1_000_000) })).toSorted((a, b) => a.at - b.at);

const faketime = process.env.LIBFAKETIME;
if (!faketime) console.warn("LIBFAKETIME is not set: the database's own clock is not moved.");
const system = await startSystem({ apis, workers, ownDisk: true, faketime });
const result = await runFaults(
	system,
	shuffled.map(({ one }) => one),
	random,
	(text) => console.warn(text),
);
await system.stop();
const zapKills = "worker killed during a scan with ZAP".includes(values.only) ? Math.min(20, killCount) : 0;
const orphans = await killWorkers(zapKills, random, (text) => console.warn(text));
const wrong = [...result.wrong, ...orphans.wrong];

const text = renderFaults({ ...result, wrong }, orphans.killed, {
	seed,
	apis,
	workers,
	readOnlySeconds: 60,
	disk: system.disk !== undefined,
	clock: system.postgres.setClock !== undefined,
	machine: `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"})`,
});
console.warn(`\n${text}`);
for (const sentence of wrong) console.error(sentence);
if (values.write || (killCount >= 100 && rounds >= 5 && values.only === "")) {
	await writeSection("docs/BENCHMARKS.md", "faults", text);
}
process.exit(wrong.length > 0 ? 1 : 0);
