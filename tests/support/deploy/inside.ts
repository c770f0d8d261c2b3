import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Folders of this machine that stand in for those of a Debian image. */
const BORROWED = ["usr", "bin", "sbin", "lib", "lib32", "lib64", "etc"];
/** As an engine provides them. */
const PROVIDED = ["proc", "dev"];
/** Where the pinned Node and npm are for stages that come from Node's image. */
const NODE = "/opt/node";

/** A process with a folder as its root. */
export type Inside = {
	folder: string;
	/** Whether the folder lacks its own system, so that this machine's is mounted there, read-only. */
	isBorrowing: boolean;
	/** With these, the root is read-only and they are empty folders in memory. Undefined: everything in the folder is writable. */
	writable: string[] | undefined;
	/** As `uid:gid`; undefined: root. */
	user: string | undefined;
	workdir: string;
	env: Record<string, string>;
	args: string[];
};

/** Why this cannot be done on this machine; undefined if it can. */
export function whyNotInside(): string | undefined {
	if (process.platform !== "linux") return "mount namespaces need Linux";
	if (process.getuid?.() !== 0) return "mounting and changing the user need root";
	return spawnSync("unshare", ["--mount", "true"]).status === 0 ? undefined : "this machine refuses mount namespaces";
}

/** The program and arguments to spawn for it. Every step is an exec, so that signals reach the process itself. */
export function enter({ folder, isBorrowing, writable, user, workdir, env, args }: Inside): {
	file: string;
	args: string[];
} {
	const mounts = ['mount --bind "$R" "$R"'];
	const mountPoint = (path: string) => {
		mkdirSync(join(folder, path), { recursive: true });
		return `"$R/${path}"`;
	};
	const borrow = (source: string, path: string, options = "") => {
		const point = mountPoint(path);
		mounts.push(`mount --rbind "${source}" ${point}`);
		if (options) mounts.push(`mount -o remount,bind,${options} ${point}`);
	};
	if (isBorrowing) {
		for (const name of BORROWED.filter((name) => existsSync(`/${name}`))) {
			if (lstatSync(`/${name}`).isSymbolicLink()) link(readlinkSync(`/${name}`), join(folder, name));
			else borrow(`/${name}`, name, "ro");
		}
		borrow(dirname(process.execPath), NODE, "ro");
		if (writable === undefined) borrow(homedir(), "root");
	}
	for (const name of PROVIDED) borrow(`/${name}`, name);
	mountPoint("tmp");
	if (writable !== undefined) {
		const [uid = "0", gid = "0"] = user?.split(":") ?? [];
		for (const path of writable) mountPoint(path);
		mounts.push('mount -o remount,bind,ro "$R"');
		for (const path of writable) mounts.push(`mount -t tmpfs -o uid=${uid},gid=${gid},mode=700 tmpfs "$R/${path}"`);
	}
	const ids = user === undefined ? [] : ["--setgid", user.split(":")[1] ?? "", "--setuid", user.split(":")[0] ?? ""];
	const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
	const path = isBorrowing ? [`PATH=${NODE}:/usr/local/bin:/usr/bin:/bin`] : [];
	const inner = ["/usr/bin/unshare", `--root=${folder}`, `--wd=${workdir}`, ...ids, "--", ...args];
	const script = `set -e; R=$1; shift; ${mounts.join("; ")}; exec env -i "$@"`;
	return { file: "unshare", args: ["--mount", "sh", "-c", script, "sh", folder, ...pairs, ...path, ...inner] };
}

/** Even where a link from an earlier command now leads nowhere. */
function link(target: string, path: string): void {
	if (lstatSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(target, path);
}
