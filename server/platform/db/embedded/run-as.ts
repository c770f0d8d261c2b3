import { spawnSync } from "node:child_process";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

/** The user that PostgreSQL runs as. Undefined means the current user. */
export type RunAs = { uid: number; gid: number } | undefined;

const OWN_USER = "plumbline";

/**
 * PostgreSQL refuses to run as root. If we are root, it runs as the system's `postgres` user or as one created for it. Otherwise (and on
 * Windows) it runs as the current user.
 */
export function chooseRunAs(): RunAs {
	if (process.getuid?.() !== 0) return undefined;
	const existing = lookUp("postgres") ?? lookUp(OWN_USER);
	if (existing) return existing;
	spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", OWN_USER]);
	const made = lookUp(OWN_USER);
	if (made) return made;
	throw new EmbeddedDatabaseError(
		"PostgreSQL cannot run as root, and no user could be made for it. Start Plumbline as an ordinary user, or set DATABASE_URL to a database of your own.",
	);
}

/** Whether PostgreSQL's user can access a path. It needs search permission on every folder above it. */
export function canReach(runAs: RunAs, path: string, permission: "r" | "w" | "x"): boolean {
	const { status } = spawnSync("/bin/sh", ["-c", `test -${permission} "$1"`, "sh", path], { cwd: "/", ...runAs });
	return status === 0;
}

function lookUp(user: string): RunAs {
	const id = (flag: string) => spawnSync("id", [flag, user], { encoding: "utf8" });
	const [uid, gid] = [id("-u"), id("-g")];
	if (uid.status !== 0 || gid.status !== 0) return undefined;
	return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
