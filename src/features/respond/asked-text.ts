import type { RespondOffer } from "#contract/assessments/respond.ts";

/** `Ada Lovelace of Obi Security asks, on behalf of First Bank,`: who asks, to stand before what they ask. */
export const askedText = ({
	askedBy,
	workspace,
	client,
}: Pick<RespondOffer, "askedBy" | "workspace" | "client">): string =>
	`${askedBy} of ${workspace} asks${client === undefined ? "" : `, on behalf of ${client},`}`;
