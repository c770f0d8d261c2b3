import type { ErrorCode } from "#contract/errors.ts";
import type { Owner, ScanId } from "#contract/ids.ts";
import type { CombinedScanRequest, Receipt } from "#contract/scans.ts";
import type { Guard } from "../targets/guard.ts";
import { parseTarget } from "../targets/parse.ts";
import { attemptsLimit, type Limit, type LimitNumbers, limitMessage, scanLimits } from "./limits.ts";
import { isDeliverable, mailboxHash, mailboxOf } from "./mailbox.ts";
import type { ScanStore, StoredRequest } from "./ports.ts";
import { identifyRequest, type RequestIdentity } from "./request-identity.ts";

/** Why a request was not accepted; nothing was kept under its key. */
type Refusal = { ok: false; code: ErrorCode; message: string; details?: Record<string, unknown> };

type Acceptance = { ok: true; receipt: Receipt; repeated: boolean } | Refusal;

type ScanRequest = {
	owner: Owner;
	/** Its Idempotency-Key, null when it came without one. */
	key: string | null;
	body: CombinedScanRequest;
	/** The sender's network address. */
	client: string;
};

export type AcceptScan = (request: ScanRequest) => Promise<Acceptance>;

type World = { store: ScanStore; guard: Guard; limits: LimitNumbers; newId: () => ScanId };

/**
 * Accepts a free scan: its row and its job are committed together, or nothing is. A repeat gets the first answer again,
 * before any limit or check is asked, whatever has become of the scan since.
 */
export function createAcceptScan({ store, guard, limits, newId }: World): AcceptScan {
	return async ({ owner, key, body, client }) => {
		const identity = key === null ? undefined : identifyRequest(key, body);
		const known = identity && (await store.findRequest(owner, identity.keyHash));
		if (known) return repeat(known, key, identity);

		const attempt = attemptsLimit(client, limits);
		const room = await store.takePoint(attempt);
		if (!room.ok) return limited(attempt, room.retryAfter);

		const parsed = parseTarget(body.target);
		if (!parsed.ok) return parsed;
		if (!isDeliverable(body.email)) {
			return { ok: false, code: "invalid_body", message: "Please give a valid e-mail address." };
		}
		if (await store.isSuppressed(mailboxHash(body.email))) {
			return {
				ok: false,
				code: "address_opted_out",
				message: "Whoever reads this mailbox has asked us not to send scan reports to it. Please give another address.",
			};
		}
		const checked = await guard.check(parsed.target);
		// No answer from the name servers says nothing about the target: the job asks again.
		if (!checked.ok && checked.code !== "unknown") return { ok: false, code: checked.code, message: checked.message };

		const listed = checked.ok && checked.checked.listed;
		const address = checked.ok ? checked.checked.addresses[0].address : undefined;
		const target = listed ? undefined : { host: parsed.target.host, address };
		const counted = scanLimits({ client, mailbox: mailboxOf(body.email), target }, limits);

		const scanId = newId();
		const outcome = await store.transaction(async (tx) => {
			if (identity && !(await tx.insertRequest({ owner, ...identity, scanId }))) return { ok: false, because: "known" };
			for (const limit of counted) {
				const room = await tx.takePoint(limit);
				if (!room.ok) return limited(limit, room.retryAfter);
			}
			const acceptedAt = await tx.insertScan({ id: scanId, owner, kind: "combined", ...body });
			await tx.enqueueScan(scanId);
			return { ok: true, acceptedAt } as const;
		});
		if (outcome.ok) return accepted(key, scanId, outcome.acceptedAt, false);
		if ("code" in outcome) return outcome;

		// The same request came twice at once, and the other one was faster.
		const winner = identity && (await store.findRequest(owner, identity.keyHash));
		if (!winner) throw new Error("A request's key was taken, but no request is stored under it");
		return repeat(winner, key, identity);
	};
}

function repeat(known: StoredRequest, key: string | null, { bodyHash }: RequestIdentity): Acceptance {
	if (known.bodyHash.equals(bodyHash)) return accepted(key, known.scanId, known.acceptedAt, true);
	return {
		ok: false,
		code: "idempotency_mismatch",
		message: "This Idempotency-Key was already used for another request. Please send it again under a new key.",
	};
}

function accepted(key: string | null, scanId: ScanId, acceptedAt: Date, repeated: boolean): Acceptance {
	return { ok: true, receipt: { key, scanId, acceptedAt: acceptedAt.toISOString() }, repeated };
}

function limited(limit: Limit, retryAfter: number): Refusal {
	const details = { scope: limit.scope, retryAfter };
	return { ok: false, code: "rate_limited", message: limitMessage(limit, retryAfter), details };
}
