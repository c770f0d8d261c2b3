import type { z } from "zod/mini";
import { runRequest } from "#contract/controls/tests.ts";
import { evidenceRequest } from "#contract/evidence/evidence.ts";
import { taskRequest } from "#contract/tasks/tasks.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";

/** The kinds whose request has a note of its own that a person may still change here. */
const NOTED: Partial<Record<OutboxRequest["kind"], z.ZodMiniType>> = {
	evidence: evidenceRequest,
	task: taskRequest,
	"test-run": runRequest,
};

/** The note in a request, which the server gets; null if its kind has none. */
export function ownNote({ kind, body }: OutboxRequest): string | null {
	return NOTED[kind] && "note" in body && typeof body.note === "string" ? body.note : null;
}

/** The request with another note, or what is wrong with that. */
export function withNote(request: OutboxRequest, note: string): OutboxRequest | string {
	if (note === ownNote(request)) return request;
	const body = { ...request.body, note };
	const read = NOTED[request.kind]?.safeParse(body);
	if (!read?.success) return read?.error.issues[0]?.message ?? "It has no note.";
	return { kind: request.kind, body } as OutboxRequest;
}
