// Lists everything the product is made of: a software bill of materials (CycloneDX) of what ships, and the license of each
// package. Fails on a license that nobody has reviewed. Both files are stored with the results of the test run.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

type Component = {
	"bom-ref": string;
	name: string;
	version: string;
	licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
};
type Sbom = { components: Component[]; dependencies: { ref: string }[] };
type Lock = { packages: Record<string, { version?: string; dev?: boolean }> };

/** Licenses that only require keeping their text, which `node_modules` does. */
const SHIPPED = [
	"0BSD",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"CC0-1.0",
	"ISC",
	"MIT",
	"MIT-0",
	"Unlicense",
];
/** Fonts are served as they are, under their own name. */
const FONTS = ["OFL-1.1"];
/** Build and test tools that do not ship: their duties apply only to those who change or distribute them. */
const TOOLS = ["CC-BY-4.0", "MPL-2.0", "Python-2.0"];
/** Their package.json names no license; their own files do. */
const NAMED_ELSEWHERE: Record<string, string> = {
	"combine-errors": "MIT",
	"humanize-number": "MIT",
	only: "MIT",
	"png-js": "MIT",
};

const FOLDER = resolve("node_modules/.cache/test-results");

function npm(args: string[]): string {
	// The npm that runs this script; any Node can run its file.
	const file = process.env.npm_execpath;
	const own = file?.endsWith(".js") ? { command: process.execPath, before: [file] } : { command: "npm", before: [] };
	const { status, stdout, stderr } = spawnSync(own.command, [...own.before, ...args], {
		encoding: "utf8",
		maxBuffer: 2 ** 26,
		shell: process.platform === "win32",
	});
	if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stderr}`);
	return stdout;
}

const licenseOf = ({ name, licenses = [] }: Component): string =>
	licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "").join(" OR ") ||
	NAMED_ELSEWHERE[name] ||
	"none named";

/** SPDX: one side of an OR is enough, all sides of an AND are needed. */
const isAllowed = (license: string, allowed: readonly string[]): boolean =>
	license
		.replace(/[()]/g, "")
		.split(" OR ")
		.some((side) => side.split(" AND ").every((id) => allowed.includes(id.trim())));

const idOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

/** Read from the lock file, because `npm sbom --omit dev` also leaves out packages that both the product and a tool need. */
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
const ships = new Set(
	Object.entries(lock.packages)
		.filter(([path, { dev = false }]) => path !== "" && !dev)
		.map(([path, { version = "" }]) => idOf({ name: path.split("node_modules/").at(-1) ?? "", version })),
);

const sbom = JSON.parse(npm(["sbom", "--sbom-format", "cyclonedx"])) as Sbom;
const all = sbom.components;
const components = all.filter((component) => ships.has(idOf(component)));
const refs = new Set([...components.map((component) => component["bom-ref"]), sbom.dependencies[0]?.ref]);
const shipped = { ...sbom, components, dependencies: sbom.dependencies.filter(({ ref }) => refs.has(ref)) };

const refused = all.filter((component) => {
	const allowed = ships.has(idOf(component)) ? [...SHIPPED, ...FONTS] : [...SHIPPED, ...FONTS, ...TOOLS];
	return !isAllowed(licenseOf(component), allowed);
});

mkdirSync(FOLDER, { recursive: true });
writeFileSync(`${FOLDER}/sbom.cdx.json`, JSON.stringify(shipped, null, "\t"));
const rows = all
	.toSorted((a, b) => a.name.localeCompare(b.name))
	.map(
		(component) =>
			`| ${component.name} | ${component.version} | ${licenseOf(component)} | ${ships.has(idOf(component)) ? "yes" : "no"} |`,
	);
writeFileSync(
	`${FOLDER}/licenses.md`,
	`# Licenses\n\n| package | version | license | ships |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`,
);

console.log(
	`${components.length} packages ship, ${all.length - components.length} only build and test: ${FOLDER}/licenses.md`,
);
for (const component of refused)
	console.error(`${idOf(component)}: ${licenseOf(component)} is on no list in scripts/licenses.ts. Look at it first.`);
process.exit(refused.length === 0 && components.length > 0 ? 0 : 1);
