/** What starting a scan of this kind requires: nothing, a session, or a session and proof that the target belongs to the account. */
export const NEEDS = ["nothing", "sign-in", "ownership"] as const;

/**
 * One kind of scan, as plain data: everything that differs between kinds and that more than one program needs. Its body's
 * schema is in `SCAN_BODIES`, its texts are in `texts.ts`, its form is in the scans screen, and its engine is on the server.
 */
export type KindDescriptor = {
	/** On cards, in filters and in reports. */
	name: string;
	/** The usual name of the outside program that runs it; null for our own checks. */
	tool: string | null;
	/** Path of the call that starts one, below API_BASE. */
	path: string;
	needs: (typeof NEEDS)[number];
	/** The body's key for the target. */
	target: string;
	/** What the target has to look like. */
	accepts: "anything" | "url" | "host:port";
	/** Whether it scans below the target's path, so that two paths on one host are two scopes. */
	followsPaths: boolean;
	/** The body's optional keys, each with the text that precedes its value in a list; null if a list leaves it out. */
	options: Readonly<Record<string, string | null>>;
	/** Who may get its report by email: anyone the request names, only the requesting account, or no one. */
	mails: "anyone" | "account" | "none";
};
