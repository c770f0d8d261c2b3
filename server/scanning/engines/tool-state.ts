import * as z from "zod/mini";
import type { ToolKind } from "#contract/kinds/kinds.ts";
import type { Availability } from "./engine.ts";

/** The installation state of a missing tool. */
const onItsWay = [
	/** Not looked for yet. */
	z.object({ status: z.literal("unknown") }),
	z.object({
		status: z.literal("installing"),
		since: z.iso.datetime(),
		/** When it should be ready: an estimate. */
		readyBy: z.iso.datetime(),
		download: z.nullable(z.object({ done: z.int(), total: z.int() })),
	}),
	z.object({
		status: z.literal("missing"),
		/** For the operator: what is missing, in a sentence. */
		why: z.string(),
		/** For the operator: what to do about it; null if there is nothing to do. */
		remedy: z.nullable(z.string()),
	}),
] as const;

/** One tool as a worker knows it. */
export const toolState = z.discriminatedUnion("status", [
	z.object({ status: z.literal("available"), version: z.string() }),
	...onItsWay,
	/** Missing, and the operator does not want tools installed. */
	z.object({ status: z.literal("off"), why: z.string() }),
]);
export type ToolState = z.infer<typeof toolState>;
export type Installation = z.infer<(typeof onItsWay)[number]>;

/** The installation's state: `off` if the operator does not want it, undefined if we do not install this tool. */
export type Installing = (kind: ToolKind) => Installation | "off" | undefined;

/** What a worker found; if the tool is missing, the installation's state. */
export function toolStateOf(found: Availability, installation: ReturnType<Installing>): ToolState {
	if (found.available) return { status: "available", version: found.version };
	if (!installation) return { status: "missing", why: found.reason, remedy: null };
	return installation === "off" ? { status: "off", why: found.reason } : installation;
}
