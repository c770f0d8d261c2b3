import { OWN_FRAMEWORKS_LIMIT, OWN_REQUIREMENTS_LIMIT } from "#contract/frameworks/own-frameworks.ts";
import { faultsOf, ownFrameworkId } from "#contract/frameworks/pack.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";
import {
	countOwnFrameworks,
	findOwnFramework,
	insertOwnFramework,
	isNameTaken,
} from "../../packs/store/own-frameworks.ts";
import { storeCatalog } from "./catalog-store.ts";

const OF_CLIENT = { workspace_id: "uuid", client_id: "uuid" };
const CHOICE = { ...OF_CLIENT, framework: "text", chosen_at: "timestamptz", given_up_at: "timestamptz" };
const DECISION = {
	...OF_CLIENT,
	framework: "text",
	requirement_id: "text",
	state: "text",
	justification: "text",
	said_at: "timestamptz",
	said_by: "uuid",
	said_by_name: "text",
	reviewed_at: "timestamptz",
	reasons: "text[]",
};
const APPROVAL = {
	...OF_CLIENT,
	framework: "text",
	version: "integer",
	approved_at: "timestamptz",
	approved_by: "uuid",
	approved_by_name: "text",
	note: "text",
	basis: "jsonb",
};

/** A framework that the other workspace had added. One that this workspace has already stays as it is. */
async function takeInOwn(
	{ client, workspaceId }: Destination,
	{ framework, own }: ClientFileRow<"frameworks">,
): Promise<void> {
	if (!own) return;
	const id = ownFrameworkId.safeParse(own.pack.id);
	const isWhole = faultsOf(own.pack).length === 0 && own.pack.requirements.length <= OWN_REQUIREMENTS_LIMIT;
	if (!id.success || own.pack.id !== framework || !isWhole) {
		throw new BadFile(`It has a framework that cannot be used: ${own.pack.name}.`);
	}
	if (await findOwnFramework(client, { workspaceId, id: id.data })) return;
	if ((await countOwnFrameworks(client, { workspaceId })) >= OWN_FRAMEWORKS_LIMIT) {
		throw new BadFile(`With it, the workspace would have more than ${OWN_FRAMEWORKS_LIMIT} frameworks of its own.`);
	}
	let name = own.pack.name;
	for (let n = 2; await isNameTaken(client, { workspaceId }, name, id.data); n += 1) {
		name = `${own.pack.name.slice(0, 50)} (${n})`;
	}
	const at = new Date(`${own.pack.asOf}T00:00:00Z`);
	await insertOwnFramework(client, { workspaceId }, { pack: { ...own.pack, id: id.data, name }, links: own.links }, at);
	const texts = own.texts.map(({ requirementId, ...words }) => ({ id: requirementId, ...words }));
	const read = { title: own.pack.source.title, version: own.pack.version, uuid: null, texts };
	await storeCatalog(client, { workspaceId }, id.data, { read, sha256: Buffer.alloc(32), at });
}

/** Stores which frameworks were chosen, the decisions about their requirements, and approvals of their statements. */
export async function takeInFrameworks(destination: Destination, file: ClientFileContents): Promise<void> {
	const { client, workspaceId: workspace_id, id: client_id } = destination;
	const person = personOf(destination);
	for await (const rows of file.rows("frameworks")) {
		for (const row of rows) await takeInOwn(destination, row);
		const chosen = rows.flatMap(({ framework, chosenAt: chosen_at, givenUpAt: given_up_at }) =>
			chosen_at === null ? [] : [{ workspace_id, client_id, framework, chosen_at, given_up_at }],
		);
		await insertAll(client, "framework_choices", CHOICE, chosen);
		const decided = rows.flatMap(({ framework, decisions }) =>
			decisions.map(({ requirementId, state, justification, saidAt, saidBy, reviewedAt, reasons = [] }) => ({
				workspace_id,
				client_id,
				framework,
				requirement_id: requirementId,
				state,
				justification,
				said_at: saidAt,
				said_by: person(saidBy),
				said_by_name: saidBy,
				reviewed_at: reviewedAt,
				reasons,
			})),
		);
		await insertAll(client, "requirement_decisions", DECISION, decided);
		const approved = rows.flatMap(({ framework, approvals = [] }) =>
			approvals.map(({ version, approvedAt, approvedBy, note, basis }) => ({
				workspace_id,
				client_id,
				framework,
				version,
				approved_at: approvedAt,
				approved_by: person(approvedBy),
				approved_by_name: approvedBy,
				note,
				basis,
			})),
		);
		await insertAll(client, "statement_approvals", APPROVAL, approved);
	}
}
