/** What starting a scan of a kind takes: nothing, a session, or a session and a proof that the target is the account's own. */
export const NEEDS = ["nothing", "sign-in", "ownership"] as const;

/**
 * One kind of scan, as plain data: everything that differs between kinds and that more than one program knows. Its body's
 * schema is in `SCAN_BODIES`, its texts are in `texts.ts`, its form is in the scans screen, and its engine is on the server.
 */
export type KindDescriptor = {
	/** On cards, in filters and in reports. */
	name: string;
	/** The outside program that runs it, as people call it; null for our own checks. */
	tool: string | null;
	/** Path of the call that starts one, below API_BASE. */
	path: string;
	needs: (typeof NEEDS)[number];
	/** The key of the body that has the target. */
	target: string;
	/** What the target has to look like. */
	accepts: "anything" | "url" | "host:port";
	/** Whether it scans what is below the target's path, so that two paths of one host are two scopes. */
	followsPaths: boolean;
	/** The body's optional keys, each with the text that precedes its value in a list; null if a list leaves it out. */
	options: Readonly<Record<string, string | null>>;
	/** Who may get its report by email: anyone the request names, only the account that asks, or no one. */
	mails: "anyone" | "account" | "none";
};
