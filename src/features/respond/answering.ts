import type { KeptLink } from "./kept/kept-link.ts";

/**
 * A link whose questions are on the screen. `session`: whether the server lets this device in, as far as it said. `gone`: why the link
 * works no more; null while it does.
 */
export type Answering = {
	step: "answering";
	link: KeptLink;
	session: "unknown" | "open" | "over";
	gone: string | null;
};
