import type { Connection } from "./connection.ts";
import type { Issue } from "./issue.ts";
import type { TicketStates } from "./moves.ts";

/** A ticket that this process has to bring up to date, until `leasedUntil`. */
export type Due = {
	id: string;
	connection: Connection;
	standing: TicketStates;
	/** Whether an earlier try was started whose outcome is not known. */
	isUnsure: boolean;
	/** Undefined if there is none yet. */
	issue: Issue | undefined;
	turn: number;
	turnedAt: Date;
	createdAt: Date;
	/** Tries, including this one. */
	attempts: number;
	leasedUntil: Date;
};
