import { createHash } from "node:crypto";

const LENGTH = 22;

/** Identifies an answer by its text: with another text, or another source, the mark is different. */
export const markOf = (id: string, answer: string): string =>
	createHash("sha256")
		.update(JSON.stringify([id, answer]))
		.digest("base64url")
		.slice(0, LENGTH);

/** Identifies a question by its text, however it is spaced. */
export const textMarkOf = (text: string): string => markOf("question", sameText(text));

/** A text as compared with others: the same question in another file may be spaced otherwise. */
export const sameText = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();

/** A fact among the possible answers to a question. */
export const factKey = (id: string): string => `fact:${id}`;
