import type { Finding } from "#contract/findings/findings.ts";

type Common = {
	/** Below the address of the server: the screen that shows it. */
	path: string;
	/** When its ticket was last turned. */
	turnedAt: Date;
};

/** What a ticket is about, as it is now. All texts are untrusted. */
export type TicketFacts =
	| (Common & { about: "finding"; finding: Finding; firstSeenAt: Date; lastSeenAt: Date })
	| (Common & { about: "task"; title: string; note: string; due: string | null; controls: string[] });
