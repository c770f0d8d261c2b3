import type { Entry } from "#src/requests/entry.ts";
import type { Opened } from "./seal-request.ts";

/**
 * An entry as a screen shows it. `sealed`: what is stored is sealed, and this is the original. It is for display only: stored or sent like
 * this, it would be in clear, and a different request under the same key.
 */
export type ShownEntry = Entry & { sealed?: true };

/** Whether only the server can read what is stored, even if this screen knows the contents. */
export const isSealed = ({ sealed, request }: ShownEntry): boolean => sealed === true || request.kind === "sealed";

export const shownAs = (entry: Entry, { request, client, note }: Opened): ShownEntry => ({
	...entry,
	request,
	...(client !== undefined && { client }),
	...(note !== undefined && { note }),
	sealed: true,
});
