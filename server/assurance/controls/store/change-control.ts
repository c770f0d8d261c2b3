import {
	CONTROL_STATES,
	type ControlChange,
	type ControlState,
	movesOfControl,
	needsReason,
	type WordAccepted,
} from "#contract/controls/controls.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, json, oneOf, readRow } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { isNewest, type Said } from "../newest-word.ts";
import type { TestsAdded } from "../tests-added.ts";
import { ofScope } from "./of-scope.ts";
import { nameOfMember } from "./person.ts";
import { type FieldWord, takeWords } from "./take-words.ts";

const CHANGES_PER_HOUR = 5_000;
const REFUSALS = ["not_found", "no_member", "no_reason", "changed_meanwhile"] as const;
const FOUND = { client_id: id<ClientId>(), state: oneOf(CONTROL_STATES), said: json<Said>() };

export const createChangeControl =
	(walled: Pool, now: () => Date, testsAdded: Moment<TestsAdded>) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: ControlChange },
	): Promise<Answered<WordAccepted, "not_found" | "no_member" | "no_reason" | "changed_meanwhile">> => {
		const counter = { what: "control-changes", whom: scope.accountId, points: CHANGES_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { controlChange: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const found = await readRow(
					client,
					FOUND,
					`SELECT client_id, state, said FROM controls WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
					[scope.workspaceId, request.controlId, scope.clientId],
				);
				if (!found) throw new Refused("not_found");
				const saidAt = saidBy(request.saidAt, at);
				const words = await wordsOf(client, { ...scope, clientId: found.client_id }, request.change, found.state);
				const said = { client_id: found.client_id, said: found.said, at, saidAt };
				const subject = { type: "control", table: "controls", id: request.controlId } as const;
				const isMovable = (to: ControlState) => to === found.state || movesOfControl(found.state).includes(to);
				const { state, reason, from } = request.change;
				const isNew = isNewest(found.said, "state", saidAt);
				if (state && isNew && !(from === undefined ? isMovable(state) : from === found.state))
					throw new Refused("changed_meanwhile");
				if (reason === "" && isNew && needsReason(state ?? found.state)) throw new Refused("no_reason");
				const taken = await takeWords(client, scope, subject, { ...said, words });
				if (found.state === "retired" && isNew && state && state !== "retired") {
					await testsAdded(client, { workspaceId: scope.workspaceId, clientId: found.client_id });
				}
				return { receipt: { key, acceptedAt: at.toISOString(), taken } };
			}),
		);
	};

/** What a change says about each field. A reason without a state is for the current state. */
async function wordsOf(
	client: Executor,
	scope: Scope,
	{ title, objective, owner, state, reason, note }: ControlChange["change"],
	before: ControlState,
): Promise<FieldWord[]> {
	const words: FieldWord[] = [];
	if (title !== undefined) words.push({ field: "title", value: title, shown: title, columns: { title } });
	if (objective !== undefined) {
		words.push({ field: "objective", value: objective, shown: objective, columns: { objective } });
	}
	if (owner !== undefined) words.push(await ownerWord(client, scope, owner));
	if (state !== undefined || reason !== undefined) {
		const value = state ?? before;
		const shown = reason ? `${value}: ${reason}` : value;
		words.push({ field: "state", value, shown, columns: { state: value, reason: reason ?? "" } });
	}
	if (note !== undefined && note !== "") words.push({ field: "note", value: note, shown: note, columns: null });
	return words;
}

/** Refuses an owner who is not a member that may see the client. */
export async function ownerWord(client: Executor, scope: Scope, owner: AccountId | null): Promise<FieldWord> {
	if (owner === null) return { field: "owner", value: null, shown: "", columns: { owner: null } };
	const name = await nameOfMember(client, scope, owner);
	if (name === undefined) throw new Refused("no_member");
	return { field: "owner", value: owner, shown: name, columns: { owner } };
}
