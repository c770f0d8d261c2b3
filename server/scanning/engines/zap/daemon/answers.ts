import * as z from "zod/mini";

/** Weekly builds have a date as their version; we do not support those. */
export const versionAnswer = z.object({ version: z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)) });

export const doneAnswer = z.object({ Result: z.literal("OK") });

export const planAnswer = z.object({ planId: z.string().check(z.regex(/^\d{1,10}$/)) });

const lines = z.array(z.string());

/** How far a plan is: each answer repeats everything it has said since it started. */
export const progressAnswer = z.object({
	/** Only present once it is over. */
	finished: z.optional(z.string()),
	info: lines,
	warn: lines,
	error: lines,
});

export const isOver = ({ finished }: z.infer<typeof progressAnswer>) => finished !== undefined && finished !== "";

export const addOnsAnswer = z.object({ installedAddons: z.array(z.object({ id: z.string(), version: z.string() })) });
