import { createHash } from "node:crypto";

const LENGTH = 22;

/** Names an answer as it reads: of another text, or from elsewhere, it is another mark. */
export const markOf = (id: string, answer: string): string =>
	createHash("sha256")
		.update(JSON.stringify([id, answer]))
		.digest("base64url")
		.slice(0, LENGTH);

/** A fact among what may answer a question. */
export const factKey = (id: string): string => `fact:${id}`;
