import type { ClientId } from "#contract/ids.ts";
import type { ClientFileRow, ClientFileSection } from "#contract/workspaces/client-file.ts";
import type { Executor } from "../db/pool.ts";
import type { Scope } from "./scope.ts";

/** The content of a client’s file. Anything that does not fit throws BadFile as it is read. */
export type ClientFileContents = {
	/** The name of the workspace that it says it is from. */
	workspace: string;
	rows<S extends ClientFileSection>(section: S): AsyncGenerator<ClientFileRow<S>[]>;
	/** A file that a row names. */
	content(path: string): Promise<Buffer>;
	/** The page of a report that a row names, if it holds only what our reports hold. */
	page(path: string): Promise<Buffer>;
};

/** Where everything in a file goes. */
export type Destination = Pick<Scope, "workspaceId" | "accountId"> & {
	client: Executor;
	id: ClientId;
	/** The only hosts that anything in the file may be about. */
	hosts: ReadonlySet<string>;
	/** Who takes the client in: scans that email a report will send it there. */
	taker: { email: string };
	/** The id that a record gets here. It is new, so that it reveals nothing about what else this server stores. */
	idOf(old: string): string;
};

/** People in a file are names here, not accounts: each name is one of them. */
export const personOf =
	({ workspaceId, idOf }: Pick<Destination, "workspaceId" | "idOf">) =>
	(name: string): string =>
		idOf(`${workspaceId} ${name}`);
