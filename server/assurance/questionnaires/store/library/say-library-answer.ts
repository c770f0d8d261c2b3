import type { WordAccepted } from "#contract/controls/controls.ts";
import { dayText } from "#contract/format/time.ts";
import type { ClientId } from "#contract/ids.ts";
import { LIBRARY_LIMIT, type LibraryWord } from "#contract/questionnaires/library.ts";
import { can } from "#contract/workspaces/roles.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { nameOfAccount } from "#server/identity/accounts/store/name-of-account.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, json, readRow, time } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { isNewest, type Said } from "../../../controls/newest-word.ts";
import { clientOf, ofScope } from "../../../controls/store/of-scope.ts";
import { noteAnswerWords } from "../note-answer-words.ts";

const SAID_PER_HOUR = 5_000;
const REFUSALS = ["not_found", "limit_reached", "no_evidence", "role_required"] as const;
/** Fields that a reviewer vouches for: changing one of them approves the answer. */
const APPROVING = ["question", "answer", "expiresOn"];

/** An entry for one field: what is written if it counts, and what a person reads. */
type FieldWord = { field: string; shown: string; columns: Readonly<Record<string, unknown>> };

export const createSayLibraryAnswer =
	(walled: Pool, now: () => Date) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: LibraryWord },
	): Promise<Answered<WordAccepted, "not_found" | "limit_reached" | "no_evidence" | "role_required">> => {
		const counter = { what: "library-answers", whom: scope.accountId, points: SAID_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { libraryAnswer: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				if (!can(scope.role, "arrange")) throw new Refused("role_required");
				const at = now();
				const saidAt = saidBy(request.saidAt, at);
				const found = await findOrAdd(client, scope, request, saidAt);
				if (request.change.evidence) await checkEvidence(client, scope, found.client_id, request.change.evidence);
				const words = wordsOf(request.change);
				const counts = words.filter(({ field }) => isNewest(found.said, field, saidAt));
				if (found.withdrawn && counts.some(({ columns }) => columns.withdrawn === false)) {
					await checkRoom(client, found.client_id);
				}
				await write(client, scope, request.id, { counts, saidAt, approvedAt: found.approved_at });
				await noteAnswerWords(
					client,
					scope,
					{ clientId: found.client_id, subject: { type: "library-answer", id: request.id }, saidAt, at },
					words.map((word) => ({ field: word.field, shown: word.shown, counted: counts.includes(word) })),
				);
				return { receipt: { key, acceptedAt: at.toISOString(), taken: counts.length } };
			}),
		);
	};

const FOUND = { client_id: id<ClientId>(), said: json<Said>(), withdrawn: flag, approved_at: time };

async function findOrAdd(client: Executor, scope: Scope, { id: answerId, change }: LibraryWord, saidAt: Date) {
	const { workspaceId, accountId } = scope;
	const known = await readRow(
		client,
		FOUND,
		`SELECT client_id, said, withdrawn, approved_at FROM library_answers WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
		[workspaceId, answerId, scope.clientId],
	);
	if (known) return known;
	const { question, answer, expiresOn } = change;
	if (question === undefined || answer === undefined || expiresOn === undefined) throw new Refused("not_found");
	const clientId = clientOf(scope);
	await checkRoom(client, clientId);
	const { rowCount } = await client.query(
		`INSERT INTO library_answers (workspace_id, client_id, id, question, answer, approved_at, approved_by, approved_by_name, expires_on)
		 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
		[
			workspaceId,
			clientId,
			answerId,
			question,
			answer,
			saidAt,
			accountId,
			await nameOfAccount(client, scope),
			expiresOn,
		],
	);
	// A control of another client.
	if (rowCount !== 1) throw new Refused("not_found");
	return { client_id: clientId, said: {}, withdrawn: false, approved_at: saidAt };
}

async function checkRoom(client: Executor, clientId: ClientId): Promise<void> {
	const kept = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM library_answers WHERE client_id = $1 AND NOT withdrawn",
		[clientId],
	);
	if ((kept?.n ?? 0) >= LIBRARY_LIMIT) throw new Refused("limit_reached");
}

async function checkEvidence(
	client: Executor,
	{ workspaceId }: Scope,
	clientId: ClientId,
	pieces: readonly string[],
): Promise<void> {
	const found = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM evidence WHERE workspace_id = $1 AND client_id = $2 AND id = ANY ($3)",
		[workspaceId, clientId, pieces],
	);
	if (found?.n !== new Set(pieces).size) throw new Refused("no_evidence");
}

function wordsOf({ question, answer, tags, evidence, expiresOn, withdrawn }: LibraryWord["change"]): FieldWord[] {
	const words: FieldWord[] = [];
	if (question !== undefined) words.push({ field: "question", shown: question, columns: { question } });
	if (answer !== undefined) words.push({ field: "answer", shown: answer, columns: { answer } });
	if (tags !== undefined) words.push({ field: "tags", shown: tags.join(", "), columns: { tags } });
	if (evidence !== undefined) {
		words.push({ field: "evidence", shown: String(evidence.length), columns: { evidence: [...new Set(evidence)] } });
	}
	if (expiresOn !== undefined) {
		words.push({ field: "expiresOn", shown: dayText(expiresOn), columns: { expires_on: expiresOn } });
	}
	if (withdrawn !== undefined) {
		words.push({ field: "withdrawn", shown: withdrawn ? "Withdrawn" : "Back in use", columns: { withdrawn } });
	}
	return words;
}

/** What counts, and who approved it if a reviewer vouches for any of it. */
async function write(
	client: Executor,
	scope: Scope,
	answerId: string,
	{ counts, saidAt, approvedAt }: { counts: readonly FieldWord[]; saidAt: Date; approvedAt: Date },
): Promise<void> {
	if (counts.length === 0) return;
	const approves = saidAt >= approvedAt && counts.some(({ field }) => APPROVING.includes(field));
	const columns = Object.entries({
		...Object.assign({}, ...counts.map((word) => word.columns)),
		...(approves && {
			approved_at: saidAt,
			approved_by: scope.accountId,
			approved_by_name: await nameOfAccount(client, scope),
		}),
	});
	const said = Object.fromEntries(counts.map(({ field }) => [field, saidAt.toISOString()]));
	await client.query(
		`UPDATE library_answers SET said = said || $3::jsonb${columns.map(([name], n) => `, ${name} = $${n + 4}`).join("")}
		 WHERE workspace_id = $1 AND id = $2`,
		[scope.workspaceId, answerId, JSON.stringify(said), ...columns.map(([, value]) => value)],
	);
}
