import type { Connection } from "./connection.ts";
import type { Issue } from "./issue.ts";
import type { TicketStates } from "./moves.ts";

/** A ticket that is this process's to bring to where it should be, until `leasedUntil`. */
export type Due = {
	id: string;
	connection: Connection;
	standing: TicketStates;
	/** A try before this one began, and what came of it is not known. */
	isUnsure: boolean;
	/** Undefined if there is none yet. */
	issue: Issue | undefined;
	turn: number;
	turnedAt: Date;
	createdAt: Date;
	/** Tries with this one. */
	attempts: number;
	leasedUntil: Date;
};
