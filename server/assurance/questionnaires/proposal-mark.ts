import { createHash } from "node:crypto";

const LENGTH = 22;

/** Identifies an answer by its text: with another text, or another source, the mark is different. */
export const markOf = (id: string, answer: string): string =>
	createHash("sha256")
		.update(JSON.stringify([id, answer]))
		.digest("base64url")
		.slice(0, LENGTH);

/** A fact among the possible answers to a question. */
export const factKey = (id: string): string => `fact:${id}`;
