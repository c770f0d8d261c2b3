import type { ScanId } from "#contract/ids.ts";
import type { LabeledRequest, Receipt, ScanLabels, ScanRequest } from "#contract/scans.ts";
import type { Guard } from "../targets/guard.ts";
import type { Ownership } from "../targets/ownership/ownership.ts";
import { type Asker, ownerOf } from "./asker.ts";
import { checkAddress } from "./check-address.ts";
import { checkTarget } from "./check-target.ts";
import { attemptsLimit, type Limit, type LimitNumbers, refuseLimit, scanLimits } from "./limits.ts";
import { mailboxOf } from "./mailbox.ts";
import type { FindEngine, ScanStore, StoredRequest } from "./ports.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { refuseEngine } from "./refuse-engine.ts";
import { identifyRequest, type RequestIdentity } from "./request-identity.ts";

type Acceptance = { ok: true; receipt: Receipt; repeated: boolean } | Refusal;

type Asked = {
	asker: Asker;
	/** Its Idempotency-Key, null when it came without one. */
	key: string | null;
	/** A request under the same key must have the same values here. */
	compared: Record<string, string | undefined>;
	/** Read once it is clear that this is no repeat; undefined if what it refers to is gone. */
	request: () => Promise<LabeledRequest | undefined>;
	/** The message in that case. */
	missing?: string;
	/** The sender's network address; empty for a schedule. */
	client: string;
	/** False if no mail is sent at its end, whatever its kind; true by default. */
	mailsReport?: boolean;
	/** False to leave looking for the proof's file to the run, which does it anyway. True by default. */
	looksForFile?: boolean;
};

export type AcceptScan = (asked: Asked) => Promise<Acceptance>;

type AcceptScanDeps = {
	store: ScanStore;
	guard: Guard;
	findEngine: FindEngine;
	ownership: Ownership;
	/** Why the operator has stopped all scans; undefined if they have not. */
	stopReason: () => Promise<string | undefined>;
	limits: LimitNumbers;
	newId: () => ScanId;
	now: () => Date;
};

/**
 * Accepts a scan: its row and its job are committed together, or nothing is. A repeat gets the first answer again, before
 * any limit or check, whatever has happened to the scan since; labels that changed meanwhile, on a device that did not see
 * the first answer, are the only thing it changes.
 */
export function createAcceptScan(deps: AcceptScanDeps): AcceptScan {
	const { store, limits, newId } = deps;

	const repeat = async (
		known: StoredRequest,
		key: string | null,
		{ bodyHash }: RequestIdentity,
		labels: ScanLabels | undefined,
	): Promise<Acceptance> => {
		if (!known.bodyHash.equals(bodyHash)) {
			return refuse(
				"idempotency_mismatch",
				"This Idempotency-Key was already used for another request. Please send it again under a new key.",
			);
		}
		if (labels) await store.relabel(known.scanId, labels);
		return accepted(key, known.scanId, known.acceptedAt, true);
	};

	return async ({
		asker,
		key,
		compared,
		request: read,
		missing = "There is no such scan.",
		client,
		mailsReport = true,
		looksForFile = true,
	}) => {
		const owner = ownerOf(asker);
		const identity = key === null ? undefined : identifyRequest(key, compared);
		const known = identity && (await store.findRequest(owner, identity.keyHash));
		if (known) return repeat(known, key, identity, (await read())?.labels);

		const request = await read();
		if (!request) return refuse("not_found", missing);
		const permission = await permit(request, asker, { client, mailsReport, looksForFile });
		if (!permission.ok) return permission;

		const scanId = newId();
		const outcome = await store.transaction(async (tx) => {
			if (identity && !(await tx.insertRequest({ owner, ...identity, scanId }))) return { ok: false, because: "known" };
			for (const limit of permission.counted) {
				const room = await tx.takePoint(limit);
				if (!room.ok) return refuseLimit(limit, room.retryAfter);
			}
			const acceptedAt = await tx.insertScan({ id: scanId, owner, request, email: permission.email, client });
			await tx.enqueueScan(scanId);
			return { ok: true, acceptedAt } as const;
		});
		if (outcome.ok) return accepted(key, scanId, outcome.acceptedAt, false);
		if ("code" in outcome) return outcome;

		// The same request came twice at once, and the other one was faster.
		const winner = identity && (await store.findRequest(owner, identity.keyHash));
		if (!winner) throw new Error("A request's key was taken, but no request is stored under it");
		return repeat(winner, key, identity, request.labels);
	};

	async function permit(
		request: ScanRequest,
		asker: Asker,
		{ client, mailsReport, looksForFile }: { client: string; mailsReport: boolean; looksForFile: boolean },
	): Promise<{ ok: true; email: string | null; counted: Limit[] } | Refusal> {
		const stopped = await deps.stopReason();
		if (stopped !== undefined) {
			return refuse(
				"unavailable",
				`The operator of this server has stopped all scans: ${stopped} Nothing was started.`,
			);
		}
		const engine = await deps.findEngine(request.kind);
		const unavailable = refuseEngine(engine, deps.now());
		if (unavailable) return unavailable;
		const account = asker.type === "account" ? asker.accountId : undefined;
		const attempt = attemptsLimit({ client, account }, limits);
		const room = await store.takePoint(attempt);
		if (!room.ok) return refuseLimit(attempt, room.retryAfter);

		const address = mailsReport
			? await checkAddress(request, asker, store)
			: ({ ok: true, email: null, own: false } as const);
		if (!address.ok) return address;
		const target = await checkTarget(request, engine, asker, {
			guard: deps.guard,
			ownership: deps.ownership,
			limits,
			takePoint: store.takePoint,
			looksForFile,
		});
		if (!target.ok) return target;

		const { email, own } = address;
		const mailbox = email === null || own ? undefined : mailboxOf(email);
		return { ok: true, email, counted: scanLimits({ client, account, mailbox, target: target.counted }, limits) };
	}
}

function accepted(key: string | null, scanId: ScanId, acceptedAt: Date, repeated: boolean): Acceptance {
	return { ok: true, receipt: { key, scanId, acceptedAt: acceptedAt.toISOString() }, repeated };
}
