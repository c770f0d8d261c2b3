import type { KindDescriptor } from "./kind.ts";

/** The free scan: our own passive checks. */
export const combined = {
	name: "Combined",
	tool: null,
	path: "scans/combined/start/",
	needs: "nothing",
	target: "target",
	accepts: "anything",
	followsPaths: false,
	options: {},
	mails: "anyone",
} as const satisfies KindDescriptor;
