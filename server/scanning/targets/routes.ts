import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { parseTarget } from "#contract/scans/parse-target.ts";
import { TARGETS_LIMIT } from "#contract/scans/targets.ts";
import { answerRefusal } from "#server/identity/accounts/routes/answers.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { limited } from "#server/identity/sessions/refusal.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { LookForProof } from "./ownership/look-for-proof.ts";
import { ownedTargetOf } from "./ownership/owned-target.ts";
import { type ClientOfHost, refusePlace } from "./refuse-place.ts";
import type { OwnershipStore } from "./store/ownership-store.ts";

export type TargetDeps = {
	/** The hosts that a request may see. */
	ownershipsIn: (scope: Scope) => OwnershipStore;
	clientOfHost: ClientOfHost;
	lookForProof: LookForProof;
	takePoint: (counter: Counter) => Promise<{ ok: true } | { ok: false; retryAfter: number }>;
};

const NOT_THERE = "There is no such target among yours.";
/** Looking for the proof sends requests to a host that may not be the account's. */
const LOOKS_PER_HOUR = 60;

/** `targets/`: hosts that an account says it owns, and their verification. */
export function addTargets(
	app: FastifyInstance,
	{ ownershipsIn, clientOfHost, lookForProof, takePoint }: TargetDeps,
	{ senders, now }: { senders: Senders; now: () => Date },
): void {
	const options = { senders };

	addOperation(app, OPERATIONS.listTargets, options, async ({ scope }) => ({
		targets: (await ownershipsIn(scope).list(scope)).map((ownership) => ownedTargetOf(ownership, now())),
	}));

	addOperation(app, OPERATIONS.claimTarget, options, async ({ scope, body, reply }) => {
		const parsed = parseTarget(body.host);
		if (!parsed.ok) return sendError(reply, parsed.code, parsed.message);
		const { host, ipVersion } = parsed.target;
		const includesSubdomains = ipVersion === 0 && body.includesSubdomains === true;
		const token = randomBytes(16).toString("hex");
		const misplaced = refusePlace(host, scope.clientId, await clientOfHost(scope.workspaceId, host));
		if (misplaced) return sendError(reply, misplaced.code, misplaced.message, misplaced.details);
		const ownership = await ownershipsIn(scope).add(scope, { id: randomUUID(), host, includesSubdomains, token });
		if (ownership === "full") {
			const message = `A workspace can have ${TARGETS_LIMIT} targets. Please remove one that is no longer needed.`;
			return sendError(reply, "limit_reached", message);
		}
		return ownedTargetOf(ownership, now());
	});

	addOperation(app, OPERATIONS.verifyTarget, options, async ({ scope, params, reply }) => {
		const ownerships = ownershipsIn(scope);
		const ownership = await ownerships.find(scope, params.targetId);
		if (!ownership) return sendError(reply, "not_found", NOT_THERE);
		const room = await takePoint({
			what: "ownership-look",
			whom: scope.accountId,
			points: LOOKS_PER_HOUR,
			windowSeconds: 3_600,
		});
		if (!room.ok) {
			return answerRefusal(reply, limited("too_many", "This was checked too often in the last hour.", room.retryAfter));
		}
		const look = await lookForProof(ownership);
		await ownerships.record(ownership.id, look, look.hasFile);
		const looked = await ownerships.find(scope, ownership.id);
		return looked ? ownedTargetOf(looked, now()) : sendError(reply, "not_found", NOT_THERE);
	});

	addOperation(app, OPERATIONS.removeTarget, options, async ({ scope, params, reply }) => {
		if (!(await ownershipsIn(scope).remove(scope, params.targetId))) return sendError(reply, "not_found", NOT_THERE);
		return undefined;
	});
}
