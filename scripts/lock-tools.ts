// Pins the packages of SSLyze and Wapiti: for each `.in` file in server/scanning/tools/requirements, the exact versions and the
// SHA-256 of every file that may be installed. Run it after changing one of them, with uv on PATH: `npm run lock-tools`.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "..", "server", "scanning", "tools", "requirements");
const OLDEST_PYTHON = "3.10";
/** Where the tools run: CPython 3.10 to 3.14 on Linux and macOS, on the two architectures that PostgreSQL's packages support. */
const PYTHON = /-(py3|py2\.py3|cp31[0-4]|cp3\d{1,2}-abi3)-/;
const PLATFORM = /-(any|[^-]*(manylinux|musllinux|macosx)[^-]*_(x86_64|aarch64|arm64|universal2))\.whl$/;
const ELSEWHERE = /sys_platform == 'win32'$|os_name == 'nt'$|platform_python_implementation != 'CPython'$/;

type File = { url: string; sha256: string };
type Package = { name: string; version: string; marker: string | undefined; wheels: File[]; sdist: File | undefined };

/** uv writes one file per line and each key once per package, so we do not need a full TOML parser. */
function readPackage(text: string): Package {
	const field = (name: string) => new RegExp(`^${name} = "(.*)"$`, "m").exec(text)?.[1];
	const files = (part: string) =>
		[...part.matchAll(/url = "([^"]+)".*?sha256 = "([0-9a-f]{64})"/g)].map(([, url = "", sha256 = ""]) => ({
			url,
			sha256,
		}));
	const wheels = files(text.slice(text.indexOf("\nwheels = ")));
	const [sdist] = files(/^sdist = .*$/m.exec(text)?.[0] ?? "");
	const { name, version } = { name: field("name"), version: field("version") };
	if (name === undefined || version === undefined) throw new Error(`No package: ${text.slice(0, 200)}`);
	return { name, version, marker: field("marker"), wheels: text.includes("\nwheels = ") ? wheels : [], sdist };
}

function requirement({ name, version, marker, wheels, sdist }: Package): string {
	const usable = wheels.filter(({ url }) => PYTHON.test(url) && PLATFORM.test(url));
	// If no wheel fits a machine, the source is built with the pinned build tools.
	const fitsAll = usable.some(({ url }) => url.endsWith("-any.whl"));
	const files = fitsAll || sdist === undefined ? usable : [...usable, sdist];
	if (files.length === 0) throw new Error(`${name} ${version} has no file that can be used`);
	const hashes = [...new Set(files.map(({ sha256 }) => `    --hash=sha256:${sha256}`))].sort();
	return [`${name}==${version}${marker ? ` ; ${marker}` : ""}`, ...hashes].join(" \\\n");
}

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".in"))) {
	const args = [
		"pip",
		"compile",
		"--no-python-downloads",
		"--universal",
		"--python-version",
		OLDEST_PYTHON,
		"--format",
		"pylock.toml",
		file,
	];
	const lock = execFileSync("uv", args, { cwd: FOLDER, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
	const packages = lock.split("[[packages]]").slice(1).map(readPackage);
	const here = packages.filter(({ marker = "" }) => !ELSEWHERE.test(marker));
	const head = `# Made from ${file} by npm run lock-tools. Do not edit.`;
	writeFileSync(join(FOLDER, file.replace(/in$/, "txt")), `${[head, ...here.map(requirement)].join("\n")}\n`);
	console.log(`${file}: ${here.length} packages`);
}
