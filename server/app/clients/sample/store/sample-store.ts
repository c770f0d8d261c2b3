import { randomUUID } from "node:crypto";
import { type ClientId, clientId, type ScanId, scanId } from "#contract/ids.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { createChooseFramework } from "#server/assurance/frameworks/store/choose-framework.ts";
import { createDecideRequirements } from "#server/assurance/frameworks/store/decide-requirements.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, readRow } from "#server/platform/db/rows.ts";
import { CLIENT, clientColumns, clientOfRow } from "#server/platform/tenancy/client-row.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { ClientScope, Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { giveHost } from "#server/scanning/targets/store/assets.ts";
import { CLIENTS_LIMIT } from "../../clients-limit.ts";
import { createDeleteClient } from "../../store/delete-client.ts";
import { MAIL, PORTAL, type SampleScan, sampleScans } from "../sample-scans.ts";
import { addSampleEvidence } from "./sample-evidence.ts";

export const SAMPLE_NAME = "Harbor Clinic (sample)";
const DAY_MS = 86_400_000;

/**
 * The sample is created by the product's own steps with clocks in the past, so that it looks like real data: frameworks are chosen, then
 * scans are taken over one after another, and runs, evidence and tasks follow from them. If a step fails, everything created so far is
 * deleted again.
 */
export function createSampleStore(walled: Pool, now: () => Date, mergeFindings: MergeFindings) {
	const remove = async (scope: Scope): Promise<void> => {
		const found = await readRow(
			within(walled, { ...scope, clientId: null }),
			{ id: id<ClientId>(), name: CLIENT.name },
			"SELECT id, name FROM clients WHERE workspace_id = $1 AND sample",
			[scope.workspaceId],
		);
		if (!found) return;
		const deleted = await createDeleteClient(walled)(scope, found.id, found.name);
		if (!deleted.ok && deleted.because !== "client_unknown") throw new Error(`The sample stays: ${deleted.because}`);
	};

	return {
		remove,
		/** "limit_reached": the workspace has as many clients as it can. "host_of_other_client": a client has a host of the sample. */
		async add(scope: Scope): Promise<Client | "limit_reached" | "host_of_other_client"> {
			const at = now();
			const added = await inTransaction(within(walled, { ...scope, clientId: null }), (client) =>
				addClient(client, scope),
			);
			if (added === "limit_reached" || added === "host_of_other_client" || !added.isNew) {
				return typeof added === "string" ? added : added.client;
			}
			try {
				await fill(walled, { ...scope, clientId: added.client.id }, at, mergeFindings);
			} catch (error) {
				await remove(scope);
				throw error;
			}
			return added.client;
		},
	};
}

/** The client with sample data. A workspace has at most one. */
export type SampleStore = ReturnType<typeof createSampleStore>;

async function addClient(
	client: Executor,
	scope: Scope,
): Promise<{ client: Client; isNew: boolean } | "limit_reached" | "host_of_other_client"> {
	await holdWorkspaceFor(client, scope, "own");
	const { workspaceId } = scope;
	const known = await readRow(
		client,
		CLIENT,
		`SELECT ${clientColumns} FROM clients WHERE workspace_id = $1 AND sample`,
		[workspaceId],
	);
	if (known) return { client: clientOfRow(known), isNew: false };
	const state = await readRow(
		client,
		{ clients: int, taken: flag },
		`SELECT (SELECT count(*) FROM clients WHERE workspace_id = $1) AS clients,
		   EXISTS (SELECT FROM assets WHERE account_id = $1 AND host = ANY ($2)) AS taken`,
		[workspaceId, [PORTAL, MAIL]],
	);
	if ((state?.clients ?? 0) >= CLIENTS_LIMIT) return "limit_reached";
	if (state?.taken) return "host_of_other_client";
	const made = await readRow(
		client,
		CLIENT,
		`INSERT INTO clients (id, workspace_id, name, code, color, sector, sample)
		 VALUES ($1, $2, $3, free_client_code($2, 'sample'), 'amber', 'Health care', true) RETURNING ${clientColumns}`,
		[clientId.parse(randomUUID()), workspaceId, SAMPLE_NAME],
	);
	if (!made) throw new Error("The sample was not added");
	for (const host of [PORTAL, MAIL]) await giveHost(client, { workspaceId, clientId: made.id }, host);
	return { client: clientOfRow(made), isNew: true };
}

async function fill(walled: Pool, scope: ClientScope, now: Date, mergeFindings: MergeFindings): Promise<void> {
	const ago = (days: number) => () => new Date(now.getTime() - days * DAY_MS);
	const choose = createChooseFramework(walled, ago(45), async () => {});
	for (const framework of ["iso-27001", "hipaa"] as const) await choose(scope, framework, true);
	const decide = createDecideRequirements(walled, ago(40));
	for (const { framework, requirements, decision, justification } of DECISIONS) {
		const saidAt = ago(40)().toISOString();
		await decide(scope, {
			key: null,
			request: { framework, requirements: [...requirements], decision, justification, saidAt },
		});
	}
	await inTransaction(within(walled, scope), async (client) => {
		await holdWorkspaceFor(client, scope, "own");
		await client.query(
			`UPDATE controls SET state = 'operating', owner = CASE WHEN code LIKE 'VM-%' OR code LIKE 'CR-%' THEN $2::uuid END
			 WHERE client_id = $1 AND kind = 'technical'`,
			[scope.clientId, scope.accountId],
		);
	});
	// One transaction each, as scans end one by one.
	for (const scan of sampleScans(now)) {
		await inTransaction(within(walled, scope), async (client) => {
			await holdWorkspaceFor(client, scope, "own");
			await mergeFindings(client, await addScan(client, scope, scan), scan.report);
		});
	}
	await inTransaction(within(walled, scope), (client) => addSampleEvidence(client, scope, now));
}

const DECISIONS = [
	{
		framework: "iso-27001",
		requirements: ["A.8.8", "A.8.24", "A.8.26", "A.8.9", "A.5.15", "A.8.13"],
		decision: "applicable",
		justification: "Patients sign in to the portal and their records are in it.",
	},
	{
		framework: "iso-27001",
		requirements: ["A.8.30"],
		decision: "not-applicable",
		justification: "No development is outsourced: the portal is a product that we run.",
	},
	{
		framework: "hipaa",
		requirements: ["164.312(e)(2)(ii)", "164.312(d)"],
		decision: "applicable",
		justification: "The portal carries health information.",
	},
] as const;

async function addScan(client: Executor, scope: ClientScope, { host, report }: SampleScan): Promise<ScanId> {
	const id: ScanId = scanId.parse(randomUUID());
	const { high, medium, low, none } = report.counts;
	await client.query(
		`INSERT INTO scans (id, owner, kind, target, request, host, client, note, status, coverage, accepted_at, started_at, finished_at,
		   high, medium, low, none, asked_by)
		 VALUES ($1, $2, 'combined', $3, jsonb_build_object('target', $3::text), $3, '', '', 'completed', $4, $5, $5, $6, $7, $8, $9, $10, $11)`,
		[
			id,
			scope.workspaceId,
			host,
			report.coverage,
			report.startedAt,
			report.finishedAt,
			high,
			medium,
			low,
			none,
			scope.accountId,
		],
	);
	await client.query("INSERT INTO scan_reports (scan_id, report) VALUES ($1, $2)", [id, JSON.stringify(report)]);
	return id;
}
