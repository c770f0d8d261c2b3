import * as z from "zod/mini";

const loginNotice = z.discriminatedUnion("after", [
	/** `watches`: from a report's "Watch this host". */
	z.object({ after: z.literal("registration"), email: z.string(), watches: z.boolean() }),
	z.object({ after: z.literal("new-password"), email: z.string() }),
	/** Also from a report, by someone who has an account. `host`: null if it is not known yet. */
	z.object({ after: z.literal("watch"), email: z.string(), report: z.string(), host: z.nullable(z.string()) }),
	/** From an invitation to a workspace. `email`: empty if its link does not say. */
	z.object({ after: z.literal("invitation"), email: z.string(), workspace: z.string() }),
	/** From a session that came through a company. `page`: where the browser can sign out there. */
	z.object({ after: z.literal("company-sign-out"), page: z.url({ protocol: /^https?$/ }) }),
]);

/** What just happened, as the router's state for `/auth/login` and `/auth/register`. */
export type LoginNotice = z.infer<typeof loginNotice>;

/** Null for any other history state. */
export function readNotice(state: unknown): LoginNotice | null {
	const read = z.safeParse(loginNotice, state);
	return read.success ? read.data : null;
}
