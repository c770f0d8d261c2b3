import { CLASS_IDS } from "#contract/controls/classes.ts";
import type { TestKind, TestSpec } from "#contract/controls/tests.ts";

const linesOf = (text: unknown): string[] =>
	String(text ?? "")
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line !== "");

/** Reads from a form what a test looks at, or what is missing. The server checks the rest. */
export function readSpec(kind: TestKind, fields: Pick<FormData, "get" | "getAll">): TestSpec | { trouble: string } {
	switch (kind) {
		case "scan": {
			const chosen = fields.getAll("classes");
			const classes = CLASS_IDS.filter((id) => chosen.includes(id));
			if (classes.length === 0) return { trouble: "Choose at least one thing to look for." };
			return { kind, classes, hosts: linesOf(fields.get("hosts")) };
		}
		case "checklist": {
			const questions = linesOf(fields.get("questions"));
			return questions.length === 0 ? { trouble: "Ask at least one question." } : { kind, questions };
		}
		case "document":
			return { kind, document: String(fields.get("document") ?? "").trim() };
		case "attestation":
			return { kind, statement: String(fields.get("statement") ?? "").trim() };
	}
}
