import fastify from "fastify";
import { expect, test } from "vitest";
import { accountId, ownWorkspace } from "#contract/ids.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { OTHER_WORKSPACE } from "#server/platform/tenancy/refusals.ts";
import type { ScanRouteDeps } from "#server/scanning/scans/routes/scan-deps.ts";
import { addWatchScans } from "#server/scanning/scans/routes/watch-scans.ts";

test("a stream ends if the membership ended while it was being opened", async () => {
	const id = accountId.parse("0f8fad5b-d9cb-469f-a165-70867728950e");
	const scope = { workspaceId: ownWorkspace(id), clientId: null, accountId: id, role: "consultant" } as const;
	const member = { role: "consultant", onlyClient: null, client: null, archived: false } as const;
	let asked = 0;
	const app = fastify();
	app.setValidatorCompiler(() => () => true);
	addWatchScans(app, {
		reader: { acceptedLately: async () => [] },
		notices: { listen: () => () => {} },
		leaving: new AbortController().signal,
		senders: {
			session: async () => ({
				type: "account",
				accountId: id,
				sessionId: "s",
				email: "a@example.org",
				emailConfirmed: true,
				operator: false,
				member,
			}),
			// A member when the gate checks, and no longer when the stream is open.
			scope: async () => (asked++ === 0 ? { ok: true, scope } : OTHER_WORKSPACE),
		},
	} as unknown as ScanRouteDeps);
	// Resolves when the stream has ended.
	const answer = await app.inject({ url: API_BASE + API_PATHS.scansEvents });
	expect(answer.statusCode).toBe(200);
	expect(asked).toBe(2);
	await app.close();
});
