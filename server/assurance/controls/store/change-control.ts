import {
	CONTROL_STATES,
	type ControlChange,
	type ControlState,
	LEFT_OUT_LIMIT,
	movesOfControl,
	needsReason,
	type WordAccepted,
} from "#contract/controls/controls.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, json, oneOf, readRow, text } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { isNewest, type Said } from "../newest-word.ts";
import type { TestsAdded } from "../tests-added.ts";
import type { LeftOut } from "./left-out.ts";
import { ofScope } from "./of-scope.ts";
import { nameOfMember } from "./person.ts";
import { type FieldWord, takeWords } from "./take-words.ts";

const CHANGES_PER_HOUR = 5_000;
const REFUSALS = ["not_found", "no_member", "no_reason", "changed_meanwhile", "limit_reached"] as const;
const FOUND = {
	client_id: id<ClientId>(),
	state: oneOf(CONTROL_STATES),
	said: json<Said>(),
	left_out: json<LeftOut>(),
};

export const createChangeControl =
	(walled: Pool, now: () => Date, testsAdded: Moment<TestsAdded>) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: ControlChange },
	): Promise<Answered<WordAccepted, (typeof REFUSALS)[number]>> => {
		const counter = { what: "control-changes", whom: scope.accountId, points: CHANGES_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { controlChange: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const found = await readRow(
					client,
					FOUND,
					`SELECT client_id, state, said, left_out FROM controls WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
					[scope.workspaceId, request.controlId, scope.clientId],
				);
				if (!found) throw new Refused("not_found");
				const saidAt = saidBy(request.saidAt, at);
				const words = await wordsOf(client, { ...scope, clientId: found.client_id }, request.change, found.state);
				const { leftOut } = request.change;
				if (leftOut)
					words.push(await leftOutWord(client, scope.accountId, { before: found.left_out, leftOut, saidAt }));
				// Each host has its own latest entry.
				const stands = leftOut && { leftOut: found.left_out[leftOut.host]?.saidAt ?? new Date(0).toISOString() };
				const said = { client_id: found.client_id, said: { ...found.said, ...stands }, at, saidAt };
				const subject = { type: "control", table: "controls", id: request.controlId } as const;
				const isMovable = (to: ControlState) => to === found.state || movesOfControl(found.state).includes(to);
				const { state, reason, from } = request.change;
				const isNew = isNewest(found.said, "state", saidAt);
				if (state && isNew && !(from === undefined ? isMovable(state) : from === found.state))
					throw new Refused("changed_meanwhile");
				if (reason === "" && isNew && needsReason(state ?? found.state)) throw new Refused("no_reason");
				const taken = await takeWords(client, scope, subject, { ...said, words });
				const isBack = found.state === "retired" && isNew && state && state !== "retired";
				// Scans from before did not count for what counts now.
				if (isBack || leftOut?.reason === null) {
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

type LeavingOut = { before: LeftOut; leftOut: { host: string; reason: string | null }; saidAt: Date };

/** Refuses more hosts than a control can leave out. */
async function leftOutWord(
	client: Executor,
	by: AccountId,
	{ before, leftOut: { host, reason }, saidAt }: LeavingOut,
): Promise<FieldWord> {
	if (before[host] === undefined && Object.keys(before).length >= LEFT_OUT_LIMIT) throw new Refused("limit_reached");
	const name = await readRow(
		client,
		{ name: text },
		"SELECT btrim(first_name || ' ' || last_name) AS name FROM accounts WHERE id = $1",
		[by],
	);
	const entry = { reason, saidAt: saidAt.toISOString(), by, byName: name?.name ?? "" };
	const shown = reason === null ? `${host} counts again` : `${host} is left out: ${reason}`;
	const columns = { left_out: JSON.stringify({ ...before, [host]: entry }) };
	return { field: "leftOut", value: { host, reason }, shown, columns };
}

/** Refuses an owner who is not a member that may see the client. */
export async function ownerWord(client: Executor, scope: Scope, owner: AccountId | null): Promise<FieldWord> {
	if (owner === null) return { field: "owner", value: null, shown: "", columns: { owner: null } };
	const name = await nameOfMember(client, scope, owner);
	if (name === undefined) throw new Refused("no_member");
	return { field: "owner", value: owner, shown: name, columns: { owner } };
}
