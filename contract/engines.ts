import * as z from "zod/mini";
import { scanKind } from "./scans.ts";

/** What an engine asks of whoever starts it: nothing, a session, or a session and a proof that the target is theirs. */
export const engineNeeds = z.enum(["nothing", "sign-in", "ownership"]);
export type EngineNeeds = z.infer<typeof engineNeeds>;

/** One kind of scan and whether it can be run now. */
export const engineInfo = z.object({
	kind: scanKind,
	/** The outside program, null for our own checks. */
	tool: z.nullable(z.string()),
	available: z.boolean(),
	/** Version as the tool says it, null when it is not there. */
	version: z.nullable(z.string()),
	/** Why it cannot be run, in a sentence for a person; null when it can. */
	reason: z.nullable(z.string()),
	/** The one command that would add it; null when there is nothing to add. */
	install: z.nullable(z.string()),
	needs: engineNeeds,
});
export type EngineInfo = z.infer<typeof engineInfo>;
export const engineList = z.object({ engines: z.array(engineInfo) });
