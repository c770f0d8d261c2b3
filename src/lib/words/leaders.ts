import type { Subject } from "#contract/evidence/evidence.ts";
import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

/** Something that is made on the device, by the kind of its entry. */
type Made = { kind: "task" | "assessment" | "evidence"; id: string };

const madeIn = ({ type, id }: Subject): Made[] =>
	type === "task" || type === "assessment" ? [{ kind: type, id }] : [];

/** What a request is about, as far as it may have been made on the device. */
function subjectsOf({ kind, body }: OutboxRequest): Made[] {
	switch (kind) {
		case "task-change":
			return [{ kind: "task", id: body.taskId }];
		case "evidence":
			return body.about.flatMap(madeIn);
		case "evidence-link":
			return [{ kind: "evidence", id: body.evidenceId }, ...madeIn(body.about)];
		case "evidence-decision":
			return [{ kind: "evidence", id: body.evidenceId }];
		case "answer":
		case "assessment-state":
		case "sign-off":
			return [{ kind: "assessment", id: body.assessmentId }];
		default:
			return [];
	}
}

/** The entries that make what a request is about, if the server does not have it yet: sent before them, it would be refused. */
export function leadersOf(request: OutboxRequest, entries: readonly Entry[]): EntryId[] {
	const subjects = subjectsOf(request);
	return entries
		.filter(
			({ status, request: { kind, body } }) =>
				status !== "accepted" && subjects.some((one) => one.kind === kind && "id" in body && one.id === body.id),
		)
		.map(({ id }) => id);
}
