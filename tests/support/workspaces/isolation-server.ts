import type pg from "pg";
import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS, type OperationName } from "#contract/operations.ts";
import { ACCOUNT, CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import { ROLES, type Role } from "#contract/workspaces/roles.ts";
import { newOwnId } from "#server/assurance/packs/own-id.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { apiClient } from "../server/api-client.ts";
import { quickPasswords } from "../server/quick-passwords.ts";
import { startTestServer } from "../server/test-server.ts";
import { createPerson, type FilledClient, type FilledWorkspace, fillWorkspace, type Person } from "./fill-workspace.ts";
import type { Aim } from "./generate-call.ts";

/** A sender of requests: in which workspace, and for which client if they name one. */
export type Actor = Person & { called: string; workspaceId: WorkspaceId; clientId: ClientId | null };

/** A server that only answers: no worker runs, so nothing but requests changes anything. */
export const startAnsweringServer = () =>
	startTestServer({
		env: {
			ROLE: "api",
			SEAL_SECRET: newSecret(),
			WEBHOOK_SECRET: newSecret(),
			LIMIT_SIGN_IN: "1000000",
			LIMIT_ACCOUNT_CALLS: "1000000",
		},
	});

export async function startIsolationServer() {
	const server = await startAnsweringServer();
	const { pool } = server.database;
	const hash = await quickPasswords().hash("correct horse battery");
	const [a, b] = [await fillWorkspace(pool, "walled-ada", hash), await fillWorkspace(pool, "walled-bea", hash)];
	// As if a worker had all tools, however long the tests take.
	await pool.query(
		`INSERT INTO engine_sightings (worker_id, kind, state, seen_at)
		 SELECT gen_random_uuid(), kind, '{"status": "available", "version": "1"}', now() + interval '1 day' FROM unnest($1::text[]) AS kind`,
		[SCAN_KINDS],
	);
	const actors: Actor[] = [];
	for (const role of ROLES) {
		const person = role === "owner" ? a.owner : await memberOf(pool, a, role, hash);
		actors.push({ ...person, called: role, workspaceId: a.workspaceId, clientId: null });
	}
	return { server, pool, a, b, hash, actors };
}

async function memberOf(pool: pg.Pool, { workspaceId, clients }: FilledWorkspace, role: Role, hash: string) {
	const person = await createPerson(pool, `a-${role}`, hash);
	await pool.query("INSERT INTO memberships (workspace_id, account_id, role, client_id) VALUES ($1, $2, $3, $4)", [
		workspaceId,
		person.accountId,
		role,
		role === "guest" ? clients[0].clientId : null,
	]);
	return person;
}

/** Calls the API as this person, in the workspace and for the client that the actor names. */
export const as = (url: string, { accountId, token, workspaceId, clientId }: Actor) =>
	apiClient(url, {
		Cookie: `session=${token}`,
		[ACCOUNT]: accountId,
		[WORKSPACE]: workspaceId,
		...(clientId !== null && { [CLIENT]: clientId }),
	});

/** The operations that need an account. */
export const ACCOUNT_OPERATIONS = (Object.entries(OPERATIONS) as [OperationName, Operation][]).filter(
	([, { access }]) => access === "account",
);

/** What calls can name of a workspace or client. */
export const aimAt = (client: FilledClient, { accountId, sessionId, passkeyId }: Person): Aim => ({
	scanId: client.scanId,
	fingerprint: client.fingerprint,
	host: client.host,
	title: client.title,
	targetId: client.targetId,
	scheduleId: client.scheduleId,
	reportId: client.reportId,
	shareId: client.shareId,
	invitationId: client.invitationId,
	evidenceId: client.evidenceId,
	sha256: client.sha256,
	uploadId: client.uploadId,
	controlId: client.controlId,
	testId: client.testId,
	taskId: client.taskId,
	assessmentId: client.assessmentId,
	respondentId: client.respondentId,
	// Of its workspace.
	templateId: client.marker.replace(/-(?:one|two)$/, ""),
	questionnaireId: client.questionnaireId,
	ownFrameworkId: client.ownFrameworkId,
	linkId: client.bundleLinkId,
	// The key that is replaced.
	instead: client.bundleKeyId,
	tokenId: client.tokenId,
	webhookId: client.webhookId,
	deliveryId: client.deliveryId,
	trackerId: client.trackerId,
	ticketId: client.ticketId,
	clientId: client.clientId,
	clientName: client.clientName,
	accountId,
	sessionId,
	passkeyId,
});

/** The same names for things that do not exist. */
export function aimAtNothing(): Aim {
	const name = `n${crypto.randomUUID().slice(0, 8)}`;
	const ids = [
		"scanId",
		"targetId",
		"scheduleId",
		"reportId",
		"shareId",
		"invitationId",
		"evidenceId",
		"uploadId",
		"controlId",
		"testId",
		"taskId",
		"assessmentId",
		"respondentId",
		"questionnaireId",
		"linkId",
		"instead",
		"tokenId",
		"webhookId",
		"deliveryId",
		"trackerId",
		"ticketId",
		"clientId",
		"accountId",
		"sessionId",
		"passkeyId",
	];
	return {
		...Object.fromEntries(ids.map((id) => [id, crypto.randomUUID()])),
		fingerprint: crypto.getRandomValues(Buffer.alloc(32)).toString("hex"),
		sha256: crypto.getRandomValues(Buffer.alloc(32)).toString("hex"),
		host: `${name}.example.com`,
		title: `What ${name} has`,
		templateId: name,
		ownFrameworkId: newOwnId(new Date()),
		clientName: `${name} Limited`,
	};
}
