import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import { ROLES } from "#contract/workspaces/roles.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import {
	LOGO_TYPES,
	type LogoType,
	type Membership,
	type Workspace,
	type WorkspaceChange,
	type WorkspaceCreation,
} from "#contract/workspaces/workspaces.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import {
	bytes,
	flag,
	id,
	int,
	json,
	neverNull,
	oneOf,
	orNull,
	type RowOf,
	readRow,
	readRows,
	text,
} from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import { CLIENT, clientColumns, clientOfRow } from "#server/platform/tenancy/client-row.ts";
import type { TimeToFixChanged } from "../../time-to-fix-changed.ts";
import type { Logo } from "../logo.ts";
import { insertOwnClient } from "./client-rows.ts";

const MEMBERSHIP = {
	id: id<WorkspaceId>(),
	name: text,
	kind: oneOf(["company", "consultancy"]),
	color: oneOf(CLIENT_COLORS),
	role: oneOf(ROLES),
	clientId: orNull(id<ClientId>()),
	endsOn: orNull(text),
	sealingRequired: flag,
};
const COLUMNS = `workspaces.id, name, kind, color, role, client_id AS "clientId", ends_on::text AS "endsOn",
	sealing_required AS "sealingRequired"`;
const FROM = "FROM workspaces JOIN memberships ON workspace_id = workspaces.id";

const VERSION = "left(encode(sha256(logo), 'hex'), 16)";

/** The recipient to which a workspace's devices seal. */
export type RecipientOf = Seals["recipientOf"];

async function membershipOfRow(
	{ sealingRequired, ...row }: RowOf<typeof MEMBERSHIP>,
	recipientOf: RecipientOf,
): Promise<Membership> {
	const recipient = await recipientOf(row.id);
	return { ...row, ...(recipient && { sealing: { recipient, required: sealingRequired } }) };
}

export function workspaceRows(
	executor: Executor,
	workspaceId: WorkspaceId,
	{ recipientOf, timeToFixChanged }: { recipientOf: RecipientOf; timeToFixChanged: Moment<TimeToFixChanged> },
) {
	return {
		/** As the member sees it. A member with one client does not see the others. */
		async workspace(accountId: AccountId, onlyOf: ClientId | null): Promise<Workspace | undefined> {
			const row = await readRow(
				executor,
				{ ...MEMBERSHIP, logoVersion: orNull(text), twoFactorsRequired: flag, timeToFix: json<TimeToFix>() },
				`SELECT ${COLUMNS}, ${VERSION} AS "logoVersion", two_factors_required AS "twoFactorsRequired", time_to_fix AS "timeToFix" ${FROM} WHERE workspaces.id = $1 AND account_id = $2`,
				[workspaceId, accountId],
			);
			const clients = await readRows(
				executor,
				CLIENT,
				`SELECT ${clientColumns} FROM clients
				 WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id = $2) ORDER BY lower(name), id`,
				[workspaceId, onlyOf],
			);
			if (!row) return undefined;
			const { logoVersion, twoFactorsRequired, timeToFix, ...membership } = row;
			return {
				...(await membershipOfRow(membership, recipientOf)),
				logoVersion,
				twoFactorsRequired,
				timeToFix,
				clients: clients.map(clientOfRow),
			};
		},
		async hasOtherClients() {
			// Waits for clients that others are creating: their rows lock the workspace's row.
			await executor.query("SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE", [workspaceId]);
			const { rowCount } = await executor.query("SELECT 1 FROM clients WHERE workspace_id = $1 AND id <> $1 LIMIT 1", [
				workspaceId,
			]);
			return rowCount === 1;
		},
		async changeWorkspace(
			{ name, kind, color, sealingRequired, twoFactorsRequired, timeToFix }: WorkspaceChange,
			now: Date,
		) {
			// The client that is the workspace itself keeps its name in step, unless it was given a different one.
			await executor.query(
				`UPDATE clients SET name = $2, version = version + 1
				 WHERE id = $1 AND name <> $2 AND name = (SELECT name FROM workspaces WHERE id = $1)
				   AND NOT EXISTS (SELECT FROM clients AS other
				     WHERE other.workspace_id = $1 AND other.id <> $1 AND lower(other.name) = lower($2))`,
				[workspaceId, name],
			);
			await executor.query(
				`UPDATE workspaces SET name = coalesce($2, name), kind = coalesce($3, kind), color = coalesce($4, color),
				   sealing_required = coalesce($5, sealing_required), two_factors_required = coalesce($6, two_factors_required),
				   time_to_fix = coalesce($7, time_to_fix)
				 WHERE id = $1`,
				[workspaceId, name, kind, color, sealingRequired, twoFactorsRequired, timeToFix && JSON.stringify(timeToFix)],
			);
			if (timeToFix) await timeToFixChanged(executor, { workspaceId, now });
		},
		async setLogo(logo: Logo | null) {
			await executor.query("UPDATE workspaces SET logo = $2, logo_type = $3 WHERE id = $1", [
				workspaceId,
				logo?.content,
				logo?.type,
			]);
		},
		logo: (): Promise<{ content: Buffer; type: LogoType; version: string } | undefined> =>
			readRow(
				executor,
				{ content: neverNull(bytes), type: neverNull(oneOf(LOGO_TYPES)), version: text },
				`SELECT logo AS content, logo_type AS type, ${VERSION} AS version FROM workspaces WHERE id = $1 AND logo IS NOT NULL`,
				[workspaceId],
			),
		client: (clientId: ClientId): Promise<{ archived: boolean } | undefined> =>
			readRow(
				executor,
				{ archived: flag },
				"SELECT archived_at IS NOT NULL AS archived FROM clients WHERE id = $1 AND workspace_id = $2",
				[clientId, workspaceId],
			),
		/** Creates the workspace, with the client that is the workspace itself. */
		async beginWorkspace({ name, kind }: WorkspaceCreation, now: Date) {
			await executor.query("INSERT INTO workspaces (id, name, kind, created_at) VALUES ($1, $2, $3, $4)", [
				workspaceId,
				name,
				kind,
				now,
			]);
			await insertOwnClient(executor, workspaceId, name, now);
		},
	};
}

/** The workspaces that an account is a member of: its own first, then by name. */
export async function readWorkspaces(
	executor: Executor,
	recipientOf: RecipientOf,
	{ accountId, today }: { accountId: AccountId; today: string },
): Promise<Membership[]> {
	const rows = await readRows(
		executor,
		MEMBERSHIP,
		`SELECT ${COLUMNS} ${FROM} WHERE account_id = $1 AND (ends_on IS NULL OR ends_on >= $2)
		 ORDER BY workspaces.id <> $1, lower(name), workspaces.id`,
		[accountId, today],
	);
	return Promise.all(rows.map((row) => membershipOfRow(row, recipientOf)));
}

export async function countOwned(executor: Executor, accountId: AccountId): Promise<number> {
	const sql = "SELECT count(*) AS n FROM memberships WHERE account_id = $1 AND role = 'owner'";
	return (await readRow(executor, { n: int }, sql, [accountId]))?.n ?? 0;
}
