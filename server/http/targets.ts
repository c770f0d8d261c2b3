import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { waitText } from "#contract/format/duration.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { TARGETS_LIMIT } from "#contract/targets.ts";
import type { Counter } from "../accounts/counter.ts";
import type { LookForProof } from "../targets/ownership/look-for-proof.ts";
import { ownedTargetOf } from "../targets/ownership/owned-target.ts";
import type { ClaimStore } from "../targets/ownership/ports.ts";
import { parseTarget } from "../targets/parse.ts";
import { sendError } from "./errors.ts";
import type { ReadSession } from "./identity.ts";
import { addOperation } from "./operation.ts";

export type TargetParts = {
	claims: ClaimStore;
	lookForProof: LookForProof;
	takePoint: (counter: Counter) => Promise<{ ok: true } | { ok: false; retryAfter: number }>;
};

const NOT_THERE = "There is no such target among yours.";
/** Looking sends requests to somebody's host. */
const LOOKS_PER_HOUR = 60;

/** `targets/`: hosts an account says are its own, and the proof of it. */
export function addTargets(
	app: FastifyInstance,
	{ claims, lookForProof, takePoint }: TargetParts,
	{ readSession, now }: { readSession: ReadSession; now: () => Date },
): void {
	const options = { readSession };

	addOperation(app, OPERATIONS.listTargets, options, async ({ identity }) => ({
		targets: (await claims.list(identity.accountId)).map((claim) => ownedTargetOf(claim, now())),
	}));

	addOperation(app, OPERATIONS.claimTarget, options, async ({ identity, body, reply }) => {
		const parsed = parseTarget(body.host);
		if (!parsed.ok) return sendError(reply, parsed.code, parsed.message);
		const { host, ipVersion } = parsed.target;
		const includesSubdomains = ipVersion === 0 && body.includesSubdomains === true;
		const token = randomBytes(16).toString("hex");
		const claim = await claims.claim(identity.accountId, { id: randomUUID(), host, includesSubdomains, token });
		if (claim === "full") {
			const message = `An account can have ${TARGETS_LIMIT} targets. Please remove one that is no longer needed.`;
			return sendError(reply, "limit_reached", message);
		}
		return ownedTargetOf(claim, now());
	});

	addOperation(app, OPERATIONS.verifyTarget, options, async ({ identity, params, reply }) => {
		const claim = await claims.find(identity.accountId, params.targetId);
		if (!claim) return sendError(reply, "not_found", NOT_THERE);
		const room = await takePoint({
			what: "ownership-look",
			whom: identity.accountId,
			points: LOOKS_PER_HOUR,
			windowSeconds: 3_600,
		});
		if (!room.ok) {
			const message = `That was looked for often enough. Please try again in ${waitText(room.retryAfter)}.`;
			return sendError(reply, "rate_limited", message, { scope: "entry", retryAfter: room.retryAfter });
		}
		const look = await lookForProof(claim);
		await claims.record(claim.id, look, look.hasFile);
		const looked = await claims.find(identity.accountId, claim.id);
		return looked ? ownedTargetOf(looked, now()) : sendError(reply, "not_found", NOT_THERE);
	});

	addOperation(app, OPERATIONS.removeTarget, options, async ({ identity, params, reply }) => {
		if (!(await claims.remove(identity.accountId, params.targetId))) return sendError(reply, "not_found", NOT_THERE);
		return undefined;
	});
}
