import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Taker } from "../../taker.ts";

/** Where everything of a file goes. */
export type Target = Pick<Scope, "workspaceId" | "accountId"> & {
	client: Executor;
	id: ClientId;
	/** The only ones that anything in the file may be about. */
	hosts: ReadonlySet<string>;
	taker: Taker;
	/** The id that something gets here. A new one, so that nothing is learned about what else this server stores. */
	idOf(old: string): string;
};

/** People in a file are names here, not accounts: each name is one of them. */
export const personOf =
	({ workspaceId, idOf }: Pick<Target, "workspaceId" | "idOf">) =>
	(name: string): string =>
		idOf(`${workspaceId} ${name}`);

/** What was looked at (server/scanning/scans/scope.ts) has to be on the host: scans of other clients must not move what is this client's. */
export function checkScope(scope: string, host: string): void {
	let parts: unknown;
	try {
		parts = JSON.parse(scope);
	} catch (error) {
		throw new BadFile("This file says of something what was looked at in words that cannot be read.", { cause: error });
	}
	if (!Array.isArray(parts) || parts[1] !== host) {
		throw new BadFile("This file mixes up what was seen on different hosts.");
	}
}
