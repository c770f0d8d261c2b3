import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import type { AccountRouteDeps } from "#server/identity/accounts/routes/account-route-deps.ts";
import { answerDone, answerRefusal } from "#server/identity/accounts/routes/answers.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import type { FreeScanStore } from "./store/free-scan-rows.ts";
import { readFreeScan, watchHost, watchOnceConfirmed } from "./watch-host.ts";

type FreeScanDeps = Pick<AccountRouteDeps, "senders" | "note" | "now"> & { store: FreeScanStore };

/** `accounts/free-scans/` and `accounts/watch/`: from a report of the public form to an account. */
export function addFreeScans(app: FastifyInstance, { store, senders, note, now }: FreeScanDeps): void {
	addOperation(app, OPERATIONS.readFreeScan, {}, async ({ body, reply }) => {
		const answer = await readFreeScan(store, body);
		return answer.ok ? answer : answerRefusal(reply, answer);
	});

	addOperation(app, OPERATIONS.watchHost, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const outcome = await watchHost(store, body, { accountId, now: now() });
		note({ event: "host_watched", client: request.ip, accountId, outcome });
		return outcome.ok ? outcome : answerRefusal(reply, outcome);
	});

	addOperation(app, OPERATIONS.watchOnceConfirmed, {}, async ({ body, reply }) =>
		answerDone(reply, await watchOnceConfirmed(store, body, now())),
	);
}
