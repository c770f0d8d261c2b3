import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";

/** The tests with random cases (tests/support/fuzz/sample.ts). */
const FILES = [
	"tests/unit/fuzz",
	"tests/server/fuzz",
	"histories.long.test.ts",
	"tests/server/faults/history.long.test.ts",
	"tests/server/assurance/controls/standings.long.test.ts",
	"tests/server/assurance/findings/finding-counts.long.test.ts",
	"tests/unit/contract/length-first.test.ts",
	"tests/unit/outbox/storage/record.test.ts",
	"tests/unit/server/assurance/questionnaires/random-tables.test.ts",
	"tests/unit/contract/parse-target.test.ts",
];

/**
 * `npm run fuzz`: the tests with random cases, with a new seed and many more cases. `npm run fuzz -- 50` runs fifty times as many
 * as `npm run test:all`. A failure prints the seed, and how to repeat it.
 */
const [times = "10"] = process.argv.slice(2);
const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31));
console.log(`Seed ${seed}, ${times} times the cases of npm run test:all.`);
const { status } = spawnSync("npx", ["vitest", "run", ...FILES, "--test-timeout=600000"], {
	stdio: "inherit",
	env: { ...process.env, FUZZ_SEED: seed, FUZZ_TIMES: times },
});
process.exitCode = status ?? 1;
