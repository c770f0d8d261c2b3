import { ownWorkspace, type ScanId } from "#contract/ids.ts";
import type { LabeledRequest, Receipt, ScanLabels, ScanRequest } from "#contract/scans/scans.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import { identifyRequest, type RequestIdentity } from "#server/platform/ids/request-identity.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { keyMismatch, type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { CLIENT_UNKNOWN } from "#server/platform/tenancy/refusals.ts";
import { mailboxHash, mailboxOf } from "#server/platform/texts/mailbox.ts";
import type { EngineList, ListedEngine } from "../engines/engine-list.ts";
import type { Ownership } from "../targets/ownership/ownership.ts";
import { type ClientOfHost, refusePlace } from "../targets/refuse-place.ts";
import { type Asker, keeperOf } from "./asker.ts";
import type { Begun, StoredRequest, ToBegin } from "./begun.ts";
import { type Address, checkAddress, OPTED_OUT } from "./check-address.ts";
import { checkTarget } from "./check-target.ts";
import { attemptsLimit, type Limit, type LimitNumbers, refuseLimit, scanLimits } from "./limits.ts";
import type { AskedIn } from "./new-scan.ts";
import { refuseEngine } from "./refuse-engine.ts";
import type { AcceptStore } from "./store/accept-store.ts";
import type { ScanStore } from "./store/scan-store.ts";

type Acceptance = { ok: true; receipt: Receipt; repeated: boolean } | Refusal;

type Asked = {
	asker: Asker;
	/** Its Idempotency-Key, or null if it came without one. */
	key: string | null;
	/** What a repeat under the same key must match. */
	compared: Record<string, string | undefined>;
	/** Undefined if what it refers to is gone. */
	request: () => Promise<LabeledRequest | undefined>;
	/** The message in that case. */
	missing?: string;
	/** The sender's network address; empty for a schedule. */
	client: string;
	/** False if no email is sent when it ends, whatever its kind; true by default. */
	mailsReport?: boolean;
	/** False to leave looking for the proof's file to the run, which does it anyway. True by default. */
	looksForFile?: boolean;
};

export type AcceptScan = (asked: Asked) => Promise<Acceptance>;

type AcceptScanDeps = {
	store: Pick<ScanStore, "relabel" | "takePoint">;
	accepts: AcceptStore;
	guard: Guard;
	findEngine: EngineList["find"];
	clientOfHost: ClientOfHost;
	ownership: Ownership;
	limits: LimitNumbers;
	newId: () => ScanId;
	now: () => Date;
};

type Checked = {
	engine: ListedEngine;
	unavailable: Refusal | undefined;
	attempt: Limit | undefined;
	address: Address | Refusal;
	/** A mailbox whose owner may have opted out. */
	mailbox: Buffer | undefined;
};

/**
 * Accepts a scan: its row and its job are committed together, or nothing is. A repeat gets the first answer again, before any limit or
 * check, whatever has happened to the scan since. The only thing it changes is labels, which may have changed on a device that did not
 * see the first answer.
 */
export function createAcceptScan(deps: AcceptScanDeps): AcceptScan {
	const { store, accepts, newId } = deps;

	const repeat = async (
		known: StoredRequest,
		{ asker, key }: Asked,
		{ bodyHash }: RequestIdentity,
		labels: ScanLabels | undefined,
	): Promise<Acceptance> => {
		if (!known.bodyHash.equals(bodyHash)) return keyMismatch;
		if (labels && asker.type === "account") await store.relabel(known.scanId, labels, asker);
		return accepted(key, known.scanId, known.acceptedAt, true);
	};

	return async (asked) => {
		const { asker, key, compared, client, missing = "There is no such scan." } = asked;
		const keeper = keeperOf(asker);
		const identity = key === null ? undefined : identifyRequest(key, { ...compared, ...placeOf(asker) });
		const keyHash = identity?.keyHash;
		const request = await asked.request();
		const checked = request && (await check(request, asked));
		const host = request && hostOf(request, asker);
		const begun = await accepts.begin({
			keeper,
			keyHash,
			attempt: checked?.attempt,
			mailbox: checked?.mailbox,
			host,
		});
		if (identity && begun.known) return repeat(begun.known, asked, identity, request?.labels);

		if (!request || !checked) return refuse("not_found", missing);
		const permission = await permit(request, asked, checked, begun);
		if (!permission.ok) return permission;

		const id = newId();
		const { email, limits } = permission;
		for (;;) {
			const outcome = await accepts.accept({
				id,
				keeper,
				asked: askedIn(asker),
				identity,
				request,
				email,
				client,
				limits,
			});
			if (outcome.ok) return accepted(key, id, outcome.acceptedAt, false);
			if (outcome.because === "full") return refuseLimit(outcome.limit, outcome.retryAfter);
			if (outcome.because === "misplaced") {
				// Since the lookup, the host was given to another client, or the client was archived or deleted.
				const client = host && (await deps.clientOfHost(host.workspaceId, host.name));
				return (host && asker.type === "account" && refusePlace(host.name, asker.clientId, client)) || CLIENT_UNKNOWN;
			}

			if (!identity) throw new Error("A request's key was taken, but it has none");
			const { known: winner } = await accepts.begin({ keeper, keyHash });
			if (winner) return repeat(winner, asked, identity, request.labels);
			// The request that had the key hit a limit and gave the key back.
		}
	};

	/** What can be decided before the database is asked. An attempt counts only if there is a tool for it. */
	async function check(request: ScanRequest, { asker, client, mailsReport = true }: Asked): Promise<Checked> {
		const engine = await deps.findEngine(request.kind);
		const unavailable = refuseEngine(engine, deps.now());
		const address = mailsReport ? checkAddress(request, asker) : ({ ok: true, email: null, own: false } as const);
		const foreign = address.ok && !address.own ? address.email : null;
		return {
			engine,
			unavailable,
			attempt: unavailable ? undefined : attemptsLimit({ client, account: accountOf(asker) }, deps.limits),
			address,
			mailbox: foreign === null ? undefined : mailboxHash(foreign),
		};
	}

	async function permit(
		request: ScanRequest,
		{ asker, client, looksForFile = true }: Asked,
		{ engine, unavailable, attempt, address }: Checked,
		begun: Begun,
	): Promise<{ ok: true; email: string | null; limits: Limit[] } | Refusal> {
		if (begun.stopped !== undefined) {
			return refuse(
				"unavailable",
				`The operator of this server has stopped all scans: ${begun.stopped} Nothing was started.`,
			);
		}
		if (unavailable) return unavailable;
		if (attempt && begun.retryAfter !== undefined) return refuseLimit(attempt, begun.retryAfter);
		if (!address.ok) return address;
		if (begun.suppressed) return OPTED_OUT;
		const host = hostOf(request, asker)?.name;
		const misplaced =
			asker.type === "account" && host !== undefined && refusePlace(host, asker.clientId, begun.clientOfHost);
		if (misplaced) return misplaced;
		const target = await checkTarget(request, engine, asker, {
			guard: deps.guard,
			ownership: deps.ownership,
			limits: deps.limits,
			takePoint: store.takePoint,
			looksForFile,
		});
		if (!target.ok) return target;

		const { email, own } = address;
		const mailbox = email === null || own ? undefined : mailboxOf(email);
		const subject = { client, account: accountOf(asker), mailbox, target: target.counted };
		return { ok: true, email, limits: scanLimits(subject, deps.limits) };
	}
}

/** A member's host, which belongs to a client. */
function hostOf(request: ScanRequest, asker: Asker): ToBegin["host"] {
	const name = asker.type === "account" ? scopeOf(request)?.host : undefined;
	return asker.type === "account" && name ? { workspaceId: asker.workspaceId, name } : undefined;
}

const accountOf = (asker: Asker) => (asker.type === "account" ? asker.accountId : undefined);

function askedIn(asker: Asker): AskedIn | undefined {
	if (asker.type === "anonymous") return undefined;
	const { workspaceId, accountId: by, clientId, createsClients } = asker;
	return { workspaceId, by, clientId, createsClients };
}

/**
 * The same body for another workspace or client is another request. Requests about the account's own workspace as a whole are compared as
 * they were before there were other workspaces.
 */
function placeOf(asker: Asker): Record<string, string> {
	if (asker.type === "anonymous") return {};
	const { accountId, workspaceId, clientId } = asker;
	return { ...(workspaceId !== ownWorkspace(accountId) && { workspaceId }), ...(clientId && { clientId }) };
}

function accepted(key: string | null, scanId: ScanId, acceptedAt: Date, repeated: boolean): Acceptance {
	return { ok: true, receipt: { key, scanId, acceptedAt: acceptedAt.toISOString() }, repeated };
}
