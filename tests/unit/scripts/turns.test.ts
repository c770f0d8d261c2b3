import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../../support/scratch-folder.ts";

const PROCESSES = 6;
const ROUNDS = 30;

/** Asks for a turn in each folder at a given time, as other processes do, and reports when its turn starts and ends. */
const TAKES_TURNS = `
import { appendFileSync } from "node:fs";
const [module, root, at, rounds] = process.argv.slice(1);
const { inTurn } = await import(module);
const turns = [];
for (let round = 0; round < rounds; round++) {
	while (Date.now() < Number(at) + 20 * round);
	const folder = root + "/" + round;
	const say = (what) => appendFileSync(folder + ".log", what + " " + process.pid + "\\n");
	turns.push(inTurn(folder, async () => {
		say("began");
		await new Promise((resolve) => setImmediate(resolve));
		say("ended");
	}, (until) => until()));
}
await Promise.all(turns);
`;

test("of several processes that take over from a killed one at once, one at a time has its turn", async () => {
	const root = await scratchFolder("turns");
	const rounds = Array.from({ length: ROUNDS }, (_, round) => join(root, `${round}`));
	for (const folder of rounds) {
		await mkdir(folder);
		// No process with this number started then.
		await writeFile(join(folder, "7"), "1 0\n");
	}
	const module = resolve("scripts/launch/turns.mjs");
	const args = ["--input-type=module", "-e", TAKES_TURNS, module, root, `${Date.now() + 1_000}`, `${ROUNDS}`];
	const codes = Array.from({ length: PROCESSES }, () => {
		const child = spawn(process.execPath, args, { stdio: "inherit" });
		return new Promise((end) => child.once("close", end));
	});
	expect(await Promise.all(codes)).toEqual(codes.map(() => 0));
	for (const folder of rounds) {
		const lines = (await readFile(`${folder}.log`, "utf8")).trim().split("\n");
		expect(lines).toHaveLength(2 * PROCESSES);
		const ends = lines.filter((_, at) => at % 2 === 1);
		expect(ends).toEqual(lines.filter((_, at) => at % 2 === 0).map((began) => began.replace("began", "ended")));
	}
});
