/** So many within a fixed window. */
export type Counter = {
	/** What is counted, and for whom; both are stored as a hash only. */
	what: string;
	whom: string;
	points: number;
	/** Wider networks that hold this client, counted at the same time; each has points of its own. */
	wider?: readonly { whom: string; points: number }[];
	windowSeconds: number;
};
