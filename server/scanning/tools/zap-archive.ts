import { createHash } from "node:crypto";
import { mkdir, readdir, readlink, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { ZapArchive } from "#server/platform/settings/config.ts";
import { createToolFinder } from "../engines/shared/process/find-tool.ts";
import { onPath } from "./on-path.ts";
import type { Download, InstallJob, Outcome, Plan } from "./recipe.ts";
import { runStep } from "./run-step.ts";
import { stage } from "./stage.ts";

const DOWNLOAD_MS = 60 * 60_000;
const UNPACK_MS = 10 * 60_000;
const ABOUT_MS = 5 * 60_000;

class ArchiveError extends Error {}

const findJava = createToolFinder({
	names: ["java"],
	setting: "PATH",
	versionArgs: ["-version"],
	versionPattern: /version "(\d[\w.]*)/,
	atLeast: [17],
	timeMs: 30_000,
});

/** ZAP from the archive the operator has set, if this machine has a Java for it. */
export async function planZap(toolsFolder: string, archive: ZapArchive | undefined): Promise<Plan> {
	if (archive === undefined) {
		return {
			possible: false,
			why: "ZAP is downloaded only from an address that you set.",
			remedy: "Set ZAP_ARCHIVE to a release and its checksum, or ZAP_PATH, ZAP_IMAGE or ZAP_URL.",
		};
	}
	const java = await findJava();
	if (!java.found) {
		return { possible: false, why: "ZAP needs Java 17 or later, which this machine does not have.", remedy: null };
	}
	return {
		possible: true,
		says: `ZAP into ${join(toolsFolder, "zap")}, from ${plainAddress(archive.url)}`,
		// Another address is worth another try immediately, even if only its signature is new.
		pin: `${plainAddress(archive.url)} ${hashOf(archive.url)} ${archive.sha256}`,
		aboutMs: ABOUT_MS,
		install: (job) => install(toolsFolder, archive, job),
	};
}

/** The address without user name, password and query, which may be secret, such as the signature in a signed address. */
function plainAddress(address: string): string {
	const { origin, pathname } = new URL(address);
	return `${origin}${pathname}`;
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

async function install(toolsFolder: string, { url, sha256 }: ZapArchive, job: InstallJob): Promise<Outcome> {
	const { signal, onDownload } = job;
	const downloads = join(toolsFolder, "downloads");
	await mkdir(downloads, { recursive: true });
	const file = join(downloads, `${sha256}.tar.gz`);
	// Partial downloads of a different release are useless now.
	for (const name of await readdir(downloads)) {
		if (name !== basename(file)) await rm(join(downloads, name), { recursive: true, force: true });
	}
	const fetched = await runStep({
		file: process.execPath,
		args: [join(import.meta.dirname, "download.ts"), file, sha256],
		// Every user of the machine can read a process's arguments, but not its environment.
		env: { DOWNLOAD_URL: url },
		signal,
		timeMs: DOWNLOAD_MS,
		onLine: (line) => {
			const download = readDownload(line);
			if (download) onDownload(download);
		},
	});
	if (!fetched.ok) return fetched;
	try {
		await stage(toolsFolder, "zap", (folder) => unpack(file, folder, signal));
	} catch (error) {
		if (error instanceof ArchiveError) return { ok: false, why: error.message };
		throw error;
	}
	await rm(downloads, { recursive: true, force: true });
	return { ok: true };
}

function readDownload(line: string): Download | undefined {
	const [done, total] = /^(\d+) (\d+)$/.exec(line)?.slice(1).map(Number) ?? [];
	return done === undefined || total === undefined ? undefined : { done, total };
}

/** Unpacks the archive and returns the folder inside that contains `zap.sh`. */
async function unpack(archive: string, folder: string, signal: AbortSignal): Promise<string> {
	const tar = await onPath("tar");
	if (tar === undefined) throw new ArchiveError("ZAP's archive cannot be unpacked: there is no tar on this machine.");
	const run = async (args: string[], onLine?: (line: string) => void) => {
		const end = await runStep({ file: tar, args, signal, timeMs: UNPACK_MS, ...(onLine && { onLine }) });
		if (!end.ok) throw new ArchiveError(`ZAP's archive could not be unpacked: ${end.why}`);
	};
	let outside: string | undefined;
	await run(["-tzf", archive], (name) => {
		if (name.startsWith("/") || name.split("/").includes("..")) outside ??= name;
	});
	if (outside !== undefined) throw new ArchiveError(`The archive has a file outside its own folder (${outside}).`);
	// Files belong to our user and have our modes, regardless of who packed them.
	await run(["-xzf", archive, "-C", folder, "--no-same-owner", "--no-same-permissions"]);
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		const path = join(entry.parentPath, entry.name);
		const target = entry.isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : path;
		if (!`${target}${sep}`.startsWith(`${folder}${sep}`)) {
			throw new ArchiveError(`The archive has a link that leads out of its own folder (${entry.name}).`);
		}
	}
	const script = entries.find((entry) => entry.isFile() && entry.name === "zap.sh");
	if (!script)
		throw new ArchiveError("There is no zap.sh in that archive; the Linux or cross-platform package has one.");
	return relative(folder, script.parentPath);
}
