import { existsSync, readFileSync } from "node:fs";
import { choosePlace } from "./place.ts";
import { readPidFile } from "./postmaster.ts";
import { DATABASE, SERVER } from "./roles.ts";
import { chooseRunAs } from "./run-as.ts";

/** The address, for the server's role, of the embedded database that a server is running on `varDir`. Undefined if none is running. */
export function runningDatabase(varDir: string): string | undefined {
	if (!existsSync(varDir)) return undefined;
	const place = choosePlace(varDir, chooseRunAs());
	if (!existsSync(place.serverPasswordFile)) return undefined;
	const found = readPidFile(place.data);
	if (found.status !== "live") return undefined;
	const password = readFileSync(place.serverPasswordFile, "utf8").trim();
	return `postgres://${SERVER}:${password}@127.0.0.1:${found.postmaster.port}/${DATABASE}`;
}
