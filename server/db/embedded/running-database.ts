import { existsSync, readFileSync } from "node:fs";
import { DATABASE_USER } from "./cluster.ts";
import { choosePlace } from "./place.ts";
import { readPidFile } from "./postmaster.ts";
import { chooseRunAs } from "./run-as.ts";

/** The address of the embedded database that a server has running on `varDir`; undefined when none does. */
export function runningDatabase(varDir: string): string | undefined {
	if (!existsSync(varDir)) return undefined;
	const place = choosePlace(varDir, chooseRunAs());
	if (!existsSync(place.passwordFile)) return undefined;
	const found = readPidFile(place.data);
	if (found.status !== "live") return undefined;
	const password = readFileSync(place.passwordFile, "utf8").trim();
	return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${found.postmaster.port}/plumbline`;
}
