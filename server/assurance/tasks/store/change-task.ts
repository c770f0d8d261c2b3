import type { WordAccepted } from "#contract/controls/controls.ts";
import { dayText } from "#contract/format/time.ts";
import type { ClientId } from "#contract/ids.ts";
import { isEnded, movesOfTask, TASK_STATES, type TaskChange, type TaskState } from "#contract/tasks/tasks.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, json, oneOf, orNull, type RowOf, readRow, time } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { isNewest, type Said } from "../../controls/newest-word.ts";
import { ownerWord } from "../../controls/store/change-control.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import { type FieldWord, takeWords } from "../../controls/store/take-words.ts";

const CHANGES_PER_HOUR = 5_000;
const REFUSALS = ["not_found", "no_member", "no_outcome", "changed_meanwhile"] as const;
const FOUND = { client_id: id<ClientId>(), state: oneOf(TASK_STATES), said: json<Said>(), ended_at: orNull(time) };

export const createChangeTask =
	(walled: Pool, now: () => Date) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: TaskChange },
	): Promise<Answered<WordAccepted, "not_found" | "no_member" | "no_outcome" | "changed_meanwhile">> => {
		const counter = { what: "task-changes", whom: scope.accountId, points: CHANGES_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { taskChange: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const found = await readRow(
					client,
					FOUND,
					`SELECT client_id, state, said, ended_at FROM tasks WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
					[scope.workspaceId, request.taskId, scope.clientId],
				);
				if (!found) throw new Refused("not_found");
				const saidAt = saidBy(request.saidAt, at);
				const { state, outcome } = request.change;
				const isNew = isNewest(found.said, "state", saidAt);
				const isMovable = (to: TaskState) => to === found.state || movesOfTask(found.state).includes(to);
				if (state && isNew && !isMovable(state)) throw new Refused("changed_meanwhile");
				if (outcome === "" && isNew && (state ?? found.state) === "dropped") throw new Refused("no_outcome");
				const ofClient = { ...scope, clientId: found.client_id };
				const words = await wordsOf(client, ofClient, request.change, { before: found, at });
				const subject = { type: "task", table: "tasks", id: request.taskId } as const;
				const said = { client_id: found.client_id, said: found.said, at, saidAt };
				const taken = await takeWords(client, scope, subject, { ...said, words });
				return { receipt: { key, acceptedAt: at.toISOString(), taken } };
			}),
		);
	};

/** What a change says about each field. An outcome without a state is for the current state. */
async function wordsOf(
	client: Executor,
	scope: Scope,
	{ title, note, owner, due, state, outcome }: TaskChange["change"],
	{ before, at }: { before: RowOf<typeof FOUND>; at: Date },
): Promise<FieldWord[]> {
	const words: FieldWord[] = [];
	if (title !== undefined) words.push({ field: "title", value: title, shown: title, columns: { title } });
	if (note !== undefined) words.push({ field: "note", value: note, shown: note, columns: { note } });
	if (owner !== undefined) words.push(await ownerWord(client, scope, owner));
	if (due !== undefined) {
		words.push({ field: "due", value: due, shown: due === null ? "" : dayText(due), columns: { due } });
	}
	if (state !== undefined || outcome !== undefined) {
		const value = state ?? before.state;
		const shown = outcome ? `${value}: ${outcome}` : value;
		const endedAt = isEnded(value) ? (before.ended_at ?? at) : null;
		words.push({
			field: "state",
			value,
			shown,
			columns: { state: value, outcome: outcome ?? "", ended_at: endedAt },
		});
	}
	return words;
}
