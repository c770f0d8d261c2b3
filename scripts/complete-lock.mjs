// npm leaves optional packages for other platforms out of the lock file when the registry in use does not
// serve them, and `npm ci` then refuses that lock: "Missing: <package>@ from lock file". This adds an entry for
// each one (version, os, cpu, libc; no hash). npm never fetches them on a platform they are not made for.
// Run it after every `npm install` that changes the lock: `npm run lock`.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = "package-lock.json";
const OS = new Map(
	["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"].map((os) => [
		os,
		os,
	]),
).set("windows", "win32");
const CPU = new Map(
	["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"].map((cpu) => [
		cpu,
		cpu,
	]),
)
	.set("armv6", "arm")
	.set("armv7", "arm")
	.set("armv7l", "arm")
	.set("gnueabihf", "arm")
	.set("musleabihf", "arm")
	.set("ppc64le", "ppc64");

/** The lock key that Node's resolution would find for `name` from the package at `from`, if any. */
function resolve(packages, from, name) {
	for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
		const key = `${folder ? `${folder}/` : ""}node_modules/${name}`;
		if (packages[key]) return key;
		if (!folder) return undefined;
	}
}

/** The platform that a package's name implies, in the form of npm's own lock entries. */
function platformOf(name) {
	const parts = name.split("/").pop().split("-");
	const pick = (table) => [...new Set(parts.flatMap((part) => table.get(part) ?? []))];
	const [os, cpu] = [pick(OS), pick(CPU)];
	const libc = parts.some((part) => part.includes("musl"))
		? ["musl"]
		: parts.some((part) => part.includes("gnu"))
			? ["glibc"]
			: [];
	return { os, cpu, libc: os.includes("linux") ? libc : [] };
}

const lock = JSON.parse(readFileSync(FILE, "utf8"));
let added = 0;
for (const [path, pkg] of Object.entries(lock.packages)) {
	for (const [name, version] of Object.entries(pkg.optionalDependencies ?? {})) {
		if (resolve(lock.packages, path, name)) continue;
		const { os, cpu, libc } = platformOf(name);
		if (!/^\d+\.\d+\.\d+/.test(version) || os.length + cpu.length === 0) {
			console.warn(`left out: ${name}@${version}`);
			continue;
		}
		lock.packages[`node_modules/${name}`] = {
			version,
			...(cpu.length && { cpu }),
			...(pkg.dev && { dev: true }),
			...(libc.length && { libc }),
			optional: true,
			...(os.length && { os }),
		};
		added += 1;
	}
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} entries to ${FILE}`);
