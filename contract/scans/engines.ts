import * as z from "zod/mini";
import { NEEDS } from "#contract/kinds/kind.ts";
import { scanKind } from "./scans.ts";

/** Whether a kind of scan can run now, and if not, why. Clients ask again while the state may change on its own. */
export const engineState = z.discriminatedUnion("status", [
	z.object({
		status: z.literal("available"),
		/** As reported by the tool. */
		version: z.string(),
	}),
	/** The server has only just started, or none of its workers is running. */
	z.object({ status: z.literal("unknown") }),
	z.object({
		status: z.literal("installing"),
		startedAt: z.iso.datetime(),
		/** Estimated time until it is ready; 0 if it is taking longer than expected. */
		remainingSeconds: z.int().check(z.nonnegative()),
		/** Bytes, if something large is being downloaded. */
		download: z.nullable(z.object({ done: z.int(), total: z.int() })),
	}),
	z.object({
		status: z.literal("missing"),
		/** What is missing, in a sentence for the operator; null for everyone else. */
		why: z.nullable(z.string()),
		/** What the operator can do about it, such as a command; null for everyone else and if there is nothing to do. */
		remedy: z.nullable(z.string()),
	}),
	z.object({
		/** Missing, and the operator does not want tools installed. Everyone else sees `missing`. */
		status: z.literal("off"),
		why: z.string(),
	}),
]);
export type EngineState = z.infer<typeof engineState>;

/** How much a scan sends to a host with verified ownership, whatever is found there. */
const requestLimits = z.object({
	perSecond: z.int().check(z.positive()),
	/** In one scan: its rate times its time. */
	most: z.int().check(z.positive()),
});
export type RequestLimits = z.infer<typeof requestLimits>;

/** One kind of scan and whether it can be run now. */
export const engineInfo = z.object({
	kind: scanKind,
	/** The outside program, null for our own checks. */
	tool: z.nullable(z.string()),
	state: engineState,
	needs: z.enum(NEEDS),
	/** Missing if the kind decides itself what it sends, whatever the site. Hosts that the operator of the server has listed may get more. */
	requests: z.optional(requestLimits),
});
export type EngineInfo = z.infer<typeof engineInfo>;
export const engineList = z.object({ engines: z.array(engineInfo) });
