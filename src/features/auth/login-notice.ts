import * as z from "zod/mini";

const loginNotice = z.object({ after: z.enum(["registration", "new-password"]), email: z.string() });

/** What just happened, as the router's state for `/auth/login`. */
export type LoginNotice = z.infer<typeof loginNotice>;

/** Null for any other history state. */
export function readNotice(state: unknown): LoginNotice | null {
	const read = z.safeParse(loginNotice, state);
	return read.success ? read.data : null;
}
