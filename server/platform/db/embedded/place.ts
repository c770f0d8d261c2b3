import { createHash } from "node:crypto";
import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	existsSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { canReach, type RunAs } from "./run-as.ts";

/** Where the embedded database is stored, and what was done so that PostgreSQL's user can access it. */
export type EmbeddedFolder = {
	/** Holds the passwords and, where needed, a copy of the binaries. */
	base: string;
	/** PostgreSQL's data directory. It does not exist before the first start. */
	data: string;
	/** The superuser's password, read only at startup. */
	passwordFile: string;
	/** The password of the role the server uses. */
	serverPasswordFile: string;
	/** Sentences for the banner; empty when everything is where it is expected. */
	notes: string[];
};

const MARK = ".plumbline";
/** Others may pass through the folder but not list it. Its contents have their own modes. */
const PASS_THROUGH = 0o711;

/**
 * The data directory is `VAR_DIR/pg`. As root it belongs to another user, who must be able to pass through every folder above it. We open
 * our own VAR_DIR for that, but never a folder that belongs to other software. If that is not enough (VAR_DIR below /root), the database
 * is stored under `elsewhere`, in a folder named after VAR_DIR's path.
 */
export function choosePlace(varDir: string, runAs: RunAs, elsewhere = "/var/lib"): EmbeddedFolder {
	const notes: string[] = [];
	const ours = takeOwnership(varDir, runAs);
	const home = realpathSync(varDir);
	const other = join(elsewhere, `plumbline-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`);

	const hasData = existsSync(join(home, "pg"));
	let base = home;
	if (runAs && !hasData && existsSync(join(other, "pg"))) base = other;
	if (runAs && base === home && !canReach(runAs, home, "x")) {
		if (ours && opens(home, runAs)) {
			notes.push(
				`VAR_DIR was closed to other users; PostgreSQL runs as another one, so they may now pass through it (mode 711), but not list it: ${home}`,
			);
		} else if (hasData) {
			throw new EmbeddedDatabaseError(
				`PostgreSQL's user can no longer get at its data in ${join(home, "pg")}. Make the folders above it passable (chmod o+x), or set DATABASE_URL.`,
			);
		} else {
			base = other;
		}
	}
	if (base === other) {
		makeFolder(base, PASS_THROUGH);
		notes.push(`VAR_DIR lies below a folder that PostgreSQL's user cannot enter, so the database lives in ${base}`);
	}

	const data = join(base, "pg");
	refuseForeignData(data, runAs);
	return {
		base,
		data,
		passwordFile: join(base, "pg-password"),
		serverPasswordFile: join(base, "pg-password-server"),
		notes,
	};
}

/** Creates a folder and those above it. Node's `recursive` never returns where folders cannot be created (/proc). */
function makeFolder(path: string, mode: number): void {
	if (existsSync(path)) return;
	makeFolder(dirname(path), mode);
	mkdirSync(path, { mode });
}

/** Creates VAR_DIR if necessary. True if the folder is ours: we created it, now or earlier, or it was empty when we first used it. */
function takeOwnership(varDir: string, runAs: RunAs): boolean {
	try {
		const ours = !existsSync(varDir) || existsSync(join(varDir, MARK)) || readdirSync(varDir).length === 0;
		makeFolder(varDir, runAs ? PASS_THROUGH : 0o700);
		accessSync(varDir, constants.W_OK | constants.X_OK);
		if (ours) writeFileSync(join(varDir, MARK), "Plumbline's data directory.\n");
		return ours;
	} catch (cause) {
		throw new EmbeddedDatabaseError(
			`The data directory (VAR_DIR ${varDir}) cannot be written by this user. Give another VAR_DIR, or start Plumbline as the user who started it first.`,
			{ cause },
		);
	}
}

/** Gives a file or folder to PostgreSQL's user. */
export function handOver(path: string, runAs: RunAs): void {
	if (runAs) chownSync(path, runAs.uid, runAs.gid);
}

function opens(folder: string, runAs: RunAs): boolean {
	const before = statSync(folder).mode & 0o777;
	chmodSync(folder, before | PASS_THROUGH);
	if (canReach(runAs, folder, "x")) return true;
	chmodSync(folder, before);
	return false;
}

function refuseForeignData(data: string, runAs: RunAs): void {
	if (!existsSync(data) || !process.getuid) return;
	const wanted = runAs?.uid ?? process.getuid();
	if (statSync(data).uid === wanted) return;
	throw new EmbeddedDatabaseError(
		`The database in ${data} belongs to another user than the one it would run as now. Start Plumbline as the user who started it first, or give another VAR_DIR.`,
	);
}
