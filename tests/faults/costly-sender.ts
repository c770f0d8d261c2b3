import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { client as clientSchema } from "#contract/workspaces/workspaces.ts";
import type { TestAccount } from "../support/server/accounts.ts";
import { apiClient, asAccount } from "../support/server/api-client.ts";
import { until } from "../support/until.ts";
import type { Random } from "./random.ts";
import type { System } from "./system.ts";

/** Requests that use a processor for a while: files that are read, written and deleted, over and over. */
export type CostlySender = {
	/** Workspaces whose scans come from files. */
	owners: readonly string[];
	/** Answers that must not come. */
	wrong: string[];
	/** Requests that were answered, and how many of them had been hit by a fault. */
	done(): number;
	resent(): number;
	/** Sends until the function that it returns is called, which waits for the answers. */
	keepSending(): () => Promise<void>;
	/** What was lost, doubled or half-written, as sentences. */
	check(): Promise<string[]>;
};

const QUESTIONS = 400;
const TIMEOUT_MS = 30_000;

/** The record of who did what stays when a client is deleted. */
const STAYS = "audit_entries";

/** Files and pieces of them that nothing names. */
const LEFT_OVER = `SELECT 'questions without a questionnaire' AS what FROM questionnaire_questions
   WHERE NOT EXISTS (SELECT FROM questionnaires WHERE id = questionnaire_id)
 UNION ALL SELECT 'a piece of no file' FROM file_pieces
   WHERE NOT EXISTS (SELECT FROM files WHERE files.pieces_id = file_pieces.pieces_id)
     AND NOT EXISTS (SELECT FROM uploads WHERE uploads.id = file_pieces.pieces_id)
 UNION ALL SELECT 'a file without its pieces' FROM files
   WHERE size > 0 AND NOT EXISTS (SELECT FROM file_pieces WHERE file_pieces.pieces_id = files.pieces_id)`;

/** `accounts`: those that do nothing else. The first one has the client that the others take in. */
export async function createCostlySender(
	{ apis, postgres }: Pick<System, "apis" | "postgres">,
	accounts: readonly TestAccount[],
	random: Random,
): Promise<CostlySender> {
	const [first, ...others] = accounts;
	if (!first) throw new Error("No account sends costly requests");
	const wrong: string[] = [];
	let done = 0;
	let resent = 0;

	/** Sends a request until something other than a fault answers it. Resolves with the answer's status and body. */
	async function ask(
		account: TestAccount,
		...[name, call]: Parameters<ReturnType<typeof apiClient>>
	): Promise<{ status: number; body: Buffer }> {
		for (let tried = 0; ; tried++) {
			const client = apiClient(random.pick(apis).url, asAccount(account));
			const gaveUp = pause(TIMEOUT_MS, undefined, { ref: false });
			const answered = client(name, call).then(async (answer) => ({
				status: answer.status,
				body: Buffer.from(await answer.arrayBuffer()),
			}));
			const got = await Promise.race([answered, gaveUp]).catch(() => undefined);
			if (got?.status === 429) await postgres.ask("TRUNCATE rate_limits").catch(() => undefined);
			if (got && got.status !== 429 && got.status < 500) {
				done += 1;
				if (tried > 0) resent += 1;
				return got;
			}
			if (got?.status === 500) wrong.push(`500 for ${name}: ${got.body}`);
			await pause(50 + random.upTo(200));
		}
	}

	const sampled = await ask(first, "addSample");
	const sample = clientSchema.parse(JSON.parse(sampled.body.toString()));
	const { body: file } = await ask(first, "readClientFile", { params: { clientId: sample.id } });
	await postgres.ask("UPDATE sessions SET proved_at = now() + interval '1 day'");
	const tables = await postgres.ask<{ name: string }>(
		`SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
		 WHERE table_schema = 'public' AND column_name = 'client_id' AND table_type = 'BASE TABLE' AND table_name <> $1`,
		[STAYS],
	);
	/** How many rows of each kind a client has. */
	async function rowsOf(id: string): Promise<Record<string, number>> {
		const counts = tables.map(({ name }) => `(SELECT count(*)::int FROM ${name} WHERE client_id = '${id}') AS ${name}`);
		const [row] = await postgres.ask<Record<string, number>>(`SELECT ${counts.join(", ")}`);
		return row ?? {};
	}

	/** The questionnaire that each key created. */
	const questionnaires = new Map<string, string>();
	/** The client that each account has taken in and not deleted. */
	const clients = new Map<TestAccount, string>();
	const gone: string[] = [];

	async function sendQuestionnaire(account: TestAccount): Promise<void> {
		const key = randomUUID();
		const rows = Array.from({ length: QUESTIONS }, (_, n) => `"Do you check backup ${n} of ${key}?",`);
		const sent = await ask(account, "addQuestionnaire", {
			query: { title: key, customer: "A customer", fileName: "asked.csv" },
			file: { content: `Question,Answer\n${rows.join("\n")}\n`, type: "text/csv" },
			headers: { "Idempotency-Key": key },
		});
		if (sent.status !== 201) wrong.push(`${sent.status} for a questionnaire: ${sent.body}`);
		else questionnaires.set(key, JSON.parse(sent.body.toString()).id);
	}

	async function takeIn(account: TestAccount): Promise<void> {
		const taken = await ask(account, "importClient", {
			file: { content: file, type: "application/zip" },
			headers: { "Idempotency-Key": randomUUID() },
		});
		if (taken.status !== 201) wrong.push(`${taken.status} for a client's file: ${taken.body}`);
		else clients.set(account, clientSchema.parse(JSON.parse(taken.body.toString())).id);
	}

	async function remove(account: TestAccount, id: string): Promise<void> {
		const params = { clientId: id };
		const removed = await ask(account, "deleteClient", { params, body: { name: sample.name } });
		// 404: it was deleted, but the process was killed before it could say so.
		if (removed.status !== 204 && removed.status !== 404)
			wrong.push(`${removed.status} for a deletion: ${removed.body}`);
		clients.delete(account);
		gone.push(id);
	}

	async function readBack(account: TestAccount, id: string): Promise<void> {
		const read = await ask(account, "readClientFile", { params: { clientId: id } });
		if (read.status !== 200) wrong.push(`${read.status} for a file that is read`);
	}

	async function work(account: TestAccount, isOver: () => boolean): Promise<void> {
		while (!isOver()) {
			const held = clients.get(account);
			if (random.upTo(2) === 0) await sendQuestionnaire(account);
			else if (held === undefined) await takeIn(account);
			else if (random.upTo(3) === 0) await readBack(account, held);
			else await remove(account, held);
		}
	}

	// An answer that no fault has hit shows what a complete one looks like.
	const [other] = others;
	if (!other) throw new Error("No account takes a client in");
	await takeIn(other);
	const expected = await rowsOf(clients.get(other) ?? "");

	return {
		owners: accounts.map(({ accountId }) => accountId),
		wrong,
		done: () => done,
		resent: () => resent,
		keepSending() {
			let over = false;
			const working = others.map((account) => work(account, () => over));
			return async () => {
				over = true;
				await Promise.all(working);
			};
		},
		async check() {
			// What a process was writing when it was killed is rolled back when the database notices.
			await until(async () => {
				const open = await postgres.ask(
					"SELECT FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND usename <> current_user",
				);
				return open.length === 0;
			}, "no transaction is left open");
			const kept = await postgres.ask<{ id: string; title: string; questions: number }>(
				`SELECT id, title, (SELECT count(*)::int FROM questionnaire_questions WHERE questionnaire_id = questionnaires.id) AS questions
				 FROM questionnaires WHERE title = ANY ($1)`,
				[[...questionnaires.keys()]],
			);
			const said: string[] = [];
			for (const [key, id] of questionnaires) {
				const its = kept.filter(({ title }) => title === key);
				if (its.length !== 1 || its[0]?.id !== id) said.push(`${its.length} questionnaires for the key ${key}`);
				for (const { questions } of its) if (questions !== QUESTIONS) said.push(`${questions} questions of ${key}`);
			}
			for (const id of clients.values()) {
				const rows = await rowsOf(id);
				if (JSON.stringify(rows) !== JSON.stringify(expected))
					said.push(`A client has ${JSON.stringify(rows)} and not ${JSON.stringify(expected)}`);
			}
			const all = await postgres.ask<{ id: string }>(
				"SELECT id FROM clients WHERE name = $1 AND id <> $2 AND workspace_id = ANY ($3::uuid[])",
				[sample.name, sample.id, others.map(({ accountId }) => accountId)],
			);
			const known = new Set(clients.values());
			for (const { id } of all) if (!known.has(id)) said.push(`The client ${id} has no receipt`);
			for (const id of gone) {
				const rows = await rowsOf(id);
				if (Object.values(rows).some((count) => count > 0)) said.push(`Of a deleted client: ${JSON.stringify(rows)}`);
			}
			for (const { what } of await postgres.ask<{ what: string }>(LEFT_OVER)) said.push(`There is ${what}`);
			return said;
		},
	};
}
