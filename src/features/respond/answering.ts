import type { KeptLink } from "./kept/kept-link.ts";

/**
 * A link whose questions are on the screen. `session`: whether the server lets this device in, as far as we know. `gone`: why the link
 * no longer works; null while it does.
 */
export type Answering = {
	step: "answering";
	link: KeptLink;
	session: "unknown" | "open" | "over";
	gone: string | null;
};
