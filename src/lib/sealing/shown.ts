import type { Entry } from "#src/requests/entry.ts";
import type { Opened } from "./seal-request.ts";

/**
 * An entry as a screen shows it. `sealed`: what is stored is sealed, and this is what it was before. It is for showing only: stored or
 * sent like this, it would be in clear, and another request under the same key.
 */
export type ShownEntry = Entry & { sealed?: true };

/** Whether what is stored of it can be read by the server only, whether or not this screen knows what is in it. */
export const isSealed = ({ sealed, request }: ShownEntry): boolean => sealed === true || request.kind === "sealed";

export const shownAs = (entry: Entry, { request, client, note }: Opened): ShownEntry => ({
	...entry,
	request,
	...(client !== undefined && { client }),
	...(note !== undefined && { note }),
	sealed: true,
});
