// Records the outbox of an older commit as one file, for tests in which an old tab and today's code share a device:
// `npm run record-outbox -- COMMIT NAME`. Needs the commit in git's history.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";
import { unpackRelease } from "../tests/support/deploy/old-release.ts";

const [commit, name] = process.argv.slice(2);
if (!commit || !name) throw new Error("A commit and a name, please.");

const root = dirname(dirname(await unpackRelease(commit)));
writeFileSync(
	join(root, "recorded.ts"),
	`import { createOutbox as create } from "./src/outbox/outbox.ts";
import { REQUESTS } from "./src/requests/definition.ts";
export const createOutbox = (platform) => create({ ...REQUESTS, platform });
`,
);
await build({
	configFile: false,
	root,
	publicDir: false,
	logLevel: "warn",
	build: { target: "esnext", lib: { entry: "recorded.ts", formats: ["es"], fileName: "outbox" } },
});
const file = `tests/fixtures/releases/outbox-${name}.js`;
writeFileSync(
	file,
	`// The outbox as of ${commit}. Recorded by scripts/record-outbox.ts.\n${readFileSync(join(root, "dist/outbox.js"), "utf8")}`,
);
console.log(`${file} is written.`);
