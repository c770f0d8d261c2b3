import type { Finding } from "#contract/findings/findings.ts";

type Common = {
	/** The path of the screen that shows it, below the server's address. */
	path: string;
	/** When its ticket was last created, closed or reopened. */
	turnedAt: Date;
};

/** What a ticket is about, in its current state. All texts are untrusted. */
export type TicketFacts =
	| (Common & { about: "finding"; finding: Finding; firstSeenAt: Date; lastSeenAt: Date })
	| (Common & { about: "task"; title: string; note: string; due: string | null; controls: string[] });
