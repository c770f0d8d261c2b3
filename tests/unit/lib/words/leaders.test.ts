import { expect, test } from "vitest";
import { leadersOf } from "#src/lib/words/leaders.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

const entry = (id: string, kind: string, body: object, status: Entry["status"] = "queued") =>
	({ id, status, request: { kind, body } }) as unknown as Entry;
const request = (kind: string, body: object) => ({ kind, body }) as unknown as OutboxRequest;

const ENTRIES = [
	entry("1", "task", { id: "task" }),
	entry("2", "assessment", { id: "visit" }),
	entry("3", "evidence", { id: "photo", about: [] }),
	entry("4", "task", { id: "sent" }, "accepted"),
	entry("5", "assessment", { id: "refused" }, "rejected"),
	entry("6", "task-change", { taskId: "task" }),
];
const about = (type: string, id: string) => ({ type, id });

test.each<[string, OutboxRequest, string[]]>([
	["a change of a task that was added here", request("task-change", { taskId: "task" }), ["1"]],
	[
		"evidence about things that were made here",
		request("evidence", { about: [about("task", "task"), about("assessment", "visit"), about("asset", "task")] }),
		["1", "2"],
	],
	[
		"a link of evidence that waits, to a task that waits",
		request("evidence-link", { evidenceId: "photo", about: about("task", "task") }),
		["1", "3"],
	],
	["a decision about evidence that waits", request("evidence-decision", { evidenceId: "photo" }), ["3"]],
	["an answer in a visit", request("answer", { assessmentId: "visit" }), ["2"]],
	[
		"an answer in a visit that was refused, which can be corrected",
		request("answer", { assessmentId: "refused" }),
		["5"],
	],
	["a change of what the server has", request("task-change", { taskId: "sent" }), []],
	["what is about nothing made here", request("control-change", { controlId: "task" }), []],
])("%s comes after them", (_, word, leaders) => {
	expect(leadersOf(word, ENTRIES)).toEqual(leaders);
});
