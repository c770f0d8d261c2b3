import * as z from "zod/mini";

const loginNotice = z.object({ after: z.enum(["registration", "new-password"]), email: z.string() });

/** What has just happened, as the router's state of `/auth/login`. */
export type LoginNotice = z.infer<typeof loginNotice>;

/** Null for whatever else stands in the history. */
export function readNotice(state: unknown): LoginNotice | null {
	const read = z.safeParse(loginNotice, state);
	return read.success ? read.data : null;
}
