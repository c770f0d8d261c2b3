import { createHash, randomUUID } from "node:crypto";
import { type ClientId, clientId } from "#contract/ids.ts";
import type { ClientInFile } from "#contract/workspaces/client-file.ts";
import { takeInAssessments } from "#server/assurance/assessments/store/take-in-assessments.ts";
import { takeInRuns } from "#server/assurance/controls/store/runs/take-in-runs.ts";
import { takeInControls } from "#server/assurance/controls/store/take-in-controls.ts";
import { takeInEvidence } from "#server/assurance/evidence/store/take-in-evidence.ts";
import { recordDay } from "#server/assurance/findings/store/finding-days.ts";
import { takeInFacts } from "#server/assurance/findings/store/hosts/take-in-facts.ts";
import { takeInDays } from "#server/assurance/findings/store/take-in-days.ts";
import { takeInFindings } from "#server/assurance/findings/store/take-in-findings.ts";
import { takeInFrameworks } from "#server/assurance/frameworks/store/take-in-frameworks.ts";
import { takeInQuestionnaires } from "#server/assurance/questionnaires/store/take-in-questionnaires.ts";
import { takeInReports } from "#server/assurance/reports/store/take-in-reports.ts";
import { takeInTasks } from "#server/assurance/tasks/store/take-in-tasks.ts";
import { oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { insertTakenInClient } from "#server/identity/workspaces/people/store/client-rows.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, readRow, readRows, text, texts } from "#server/platform/db/rows.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { orOutcome, Refused } from "#server/platform/refusals/refused.ts";
import { CLIENT, clientColumns, clientOfRow } from "#server/platform/tenancy/client-row.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Destination } from "#server/platform/tenancy/taking-in.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { takeInWords } from "#server/platform/words/take-in-words.ts";
import { takeInScans } from "#server/scanning/scans/store/take-in-scans.ts";
import { takeInSchedules } from "#server/scanning/schedules/store/take-in-schedules.ts";
import { takeInAssets } from "#server/scanning/targets/store/assets.ts";
import { CLIENTS_LIMIT } from "../../clients-limit.ts";
import type { ReadClientFile } from "../../file/read-client-file.ts";
import type { TakenIn } from "../../taken-in.ts";
import { readClient } from "../client-store.ts";

type NotTakenIn = Exclude<TakenIn, { ok: true }>;
const notTakenIn = (outcome: NotTakenIn) => new Refused(outcome);

const HOSTS_LIMIT = 20_000;
const HOSTS_NAMED = 50;

export type TakeInClient = (
	scope: Scope,
	file: ReadClientFile,
	asked: { key: string | null; taker: Destination["taker"] },
) => Promise<TakenIn>;

/** Takes in a client from another workspace as a new one: all of it, in one transaction, or nothing. */
export const createTakeInClient =
	(walled: Pool, now: () => Date, workspaceBytes: number): TakeInClient =>
	async (scope, file, { key, taker }) => {
		const seen = within(walled, { ...scope, clientId: null });
		const compared = { takeIn: file.hash.toString("hex"), workspace: scope.workspaceId };
		try {
			return await orOutcome<NotTakenIn, TakenIn>(async () => {
				const answered = await oncePerKey(seen, { owner: scope.accountId, key, compared }, async (client) => ({
					id: await takeIn(client, scope, file, { taker, now: now(), workspaceBytes }),
				}));
				if (!answered.ok) return { ok: false, because: "idempotency_mismatch" };
				const client = await readClient(seen, scope, clientId.parse(answered.answer.id));
				return client ? { ok: true, client } : { ok: false, because: "client_unknown" };
			});
		} catch (error) {
			const message = error instanceof BadFile ? error.message : problemOf(error);
			if (message === undefined) throw error;
			return { ok: false, because: "bad_file", message };
		}
	};

async function takeIn(
	client: Executor,
	scope: Scope,
	file: ReadClientFile,
	{ taker, now, workspaceBytes }: { taker: Destination["taker"]; now: Date; workspaceBytes: number },
): Promise<ClientId> {
	await holdWorkspaceFor(client, scope, "manage");
	const { workspaceId, accountId } = scope;
	const known = await readRow(
		client,
		CLIENT,
		`SELECT ${clientColumns} FROM clients WHERE workspace_id = $1 AND taken_in = $2`,
		[workspaceId, file.hash],
	);
	if (known) throw notTakenIn({ ok: false, because: "already_exists", client: clientOfRow(known) });
	// For the triggers: scans were requested elsewhere, and no screen waits for them one by one.
	await client.query(
		"SELECT set_config('plumbline.taking_in', 'on', true), set_config('plumbline.announced', 'later', true)",
	);
	const id = await insertClient(client, workspaceId, file);
	const hosts = new Set<string>();
	const destination: Destination = {
		workspaceId,
		accountId,
		client,
		id,
		hosts,
		taker,
		idOf: (old) => idIn(workspaceId, old),
	};
	await takeInHosts(destination, hosts, file);
	const scans = await takeInScans(destination, file);
	await takeInFindings(destination, file, scans);
	await takeInSchedules(destination, file);
	if (!(await takeInReports(destination, file))) throw notTakenIn({ ok: false, because: "limit_reached" });
	await takeInFrameworks(destination, file);
	const { controls, tests } = await takeInControls(destination, file);
	const assessments = await takeInAssessments(destination, file);
	const tasks = await takeInTasks(destination, file, { controls, tests }, assessments);
	await takeInQuestionnaires(destination, file);
	const taking = { scans, controls, tasks, assessments, at: now, workspaceBytes };
	if (!(await takeInEvidence(destination, file, taking))) throw notTakenIn({ ok: false, because: "storage_full" });
	await takeInRuns(destination, file, tests);
	await takeInWords(destination, file);
	await takeInDays(destination, file);
	await recordDay(client, workspaceId, dayOf(now));
	return id;
}

/** Under its own name, or with a number after it if another client has that name. */
async function insertClient(
	client: Executor,
	workspaceId: Scope["workspaceId"],
	{ hash, client: given }: ReadClientFile,
): Promise<ClientId> {
	const others = await readRow(
		client,
		{ names: texts, count: int },
		"SELECT coalesce(array_agg(lower(name)), '{}') AS names, count(*) AS count FROM clients WHERE workspace_id = $1",
		[workspaceId],
	);
	if ((others?.count ?? 0) >= CLIENTS_LIMIT) throw notTakenIn({ ok: false, because: "limit_reached" });
	const id = clientId.parse(randomUUID());
	await insertTakenInClient(
		client,
		{ workspaceId, id },
		{ ...given, name: freeName(given, others?.names ?? []), hash },
	);
	return id;
}

function freeName({ name }: ClientInFile, taken: readonly string[]): string {
	let free = name;
	for (let n = 2; taken.includes(free.toLowerCase()); n += 1) free = `${name.slice(0, 90)} (${n})`;
	return free;
}

async function takeInHosts(destination: Destination, hosts: Set<string>, file: ReadClientFile): Promise<void> {
	const { client, workspaceId } = destination;
	for await (const rows of file.rows("hosts")) {
		const names = rows.map(({ host }) => host);
		for (const name of names) hosts.add(name);
		if (hosts.size > HOSTS_LIMIT) throw new BadFile("This file has more hosts than a client can have.");
		const taken = await readRows(
			client,
			{ host: text, client: text },
			`SELECT wanted.host, clients.name AS client FROM unnest($2::text[]) AS wanted (host)
			 LEFT JOIN assets ON account_id = $1 AND assets.host = wanted.host
			 JOIN clients ON clients.id = coalesce(assets.client_id, $1)
			 WHERE assets.client_id IS NOT NULL OR (assets.host IS NOT NULL AND assets.removed_at IS NULL)
			   OR EXISTS (SELECT FROM scans WHERE owner = $1::text AND scans.host = wanted.host)
			   OR EXISTS (SELECT FROM findings WHERE account_id = $1 AND asset = wanted.host)
			   OR EXISTS (SELECT FROM target_claims WHERE account_id = $1 AND target_claims.host = wanted.host)
			 ORDER BY 1 LIMIT ${HOSTS_NAMED}`,
			[workspaceId, names],
		);
		if (taken.length > 0) throw notTakenIn({ ok: false, because: "host_of_other_client", hosts: taken });
		await takeInAssets(destination, rows);
		await takeInFacts(destination, rows);
	}
}

/** A UUID derived from the workspace and the old one: taking the same thing in twice gives the same id, and nobody can choose it. */
function idIn(workspaceId: string, old: string): string {
	const bytes = createHash("sha256").update(`${workspaceId} ${old}`).digest().subarray(0, 16);
	// Version 8 (RFC 9562, 5.8).
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What PostgreSQL says about rows that cannot be stored, in words for a person; undefined if it is our own mistake. */
function problemOf(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
	// Data exceptions such as a NUL character, checks of the tables, and rows that are too long for an index.
	if (error.code.startsWith("22") || error.code === "23514" || error.code === "54000") {
		return "This file holds something that cannot be stored. It was changed or damaged.";
	}
	return error.code === "23505"
		? "This file holds something twice, or something that this workspace already has."
		: undefined;
}
