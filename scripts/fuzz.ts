import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";

/**
 * `npm run fuzz`: the tests of `tests/unit/fuzz` and `tests/server/fuzz` with a new seed and many more cases. `npm run fuzz -- 50` runs fifty times as many
 * as `npm test` does. A failure prints the seed, and how to repeat it.
 */
const [times = "10"] = process.argv.slice(2);
const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31));
console.log(`Seed ${seed}, ${times} times the cases of npm test.`);
const { status } = spawnSync(
	"npx",
	["vitest", "run", "tests/unit/fuzz", "tests/server/fuzz", "--test-timeout=600000"],
	{
		stdio: "inherit",
		env: { ...process.env, FUZZ_SEED: seed, FUZZ_TIMES: times },
	},
);
process.exitCode = status ?? 1;
