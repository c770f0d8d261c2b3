import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { checkPassword } from "#server/identity/accounts/passwords/check-password.ts";
import { inLine } from "#server/identity/accounts/routes/account-route-deps.ts";
import { answerRefusal } from "#server/identity/accounts/routes/answers.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import type { OperatorDeps } from "./operator-deps.ts";

/** How long one answer may spend ending scans. The others end when it is their turn, because scans are stopped. */
const ENDING_MS = 8_000;

/** What operators stop and start. */
export function addSwitches(app: FastifyInstance, { operation, scans, accounts, senders, now }: OperatorDeps): void {
	addOperation(app, OPERATIONS.stopScans, { senders }, async ({ identity, body, request, reply }) => {
		const { accountId } = identity;
		const checked = await inLine(accounts, request, accountId, (account) =>
			checkPassword(account, accountId, body.current),
		);
		if (!checked.ok) return answerRefusal(reply, checked);
		const unfinished = await operation.stop(body.reason, accountId);
		const until = now().getTime() + ENDING_MS;
		let ending = 0;
		for (const id of unfinished) {
			if (now().getTime() > until) break;
			await apply(scans, id, { type: "cancel" });
			ending += 1;
		}
		return { ending, later: unfinished.length - ending };
	});

	addOperation(app, OPERATIONS.acceptScans, { senders }, async ({ identity, reply }) => {
		await operation.start(identity.accountId);
		return reply.send();
	});

	addOperation(app, OPERATIONS.switchServiceWorker, { senders }, async ({ identity, body, reply }) => {
		await operation.switchWorker(body.off, identity.accountId);
		return reply.send();
	});
}
