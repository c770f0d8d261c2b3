import type { Asset } from "#contract/assets.ts";
import type { AccountId, ScanId } from "#contract/ids.ts";
import { dayOf } from "../../findings/track.ts";
import { ownedTargetOf } from "../../targets/ownership/owned-target.ts";
import type { OwnershipStore } from "../../targets/ownership/ports.ts";
import { holdAccount } from "../accounts/account-rows.ts";
import { inTransaction, type Pool } from "../pool.ts";
import { id, neverNull, oneOf, readRows, text, time } from "../rows.ts";
import { SCAN } from "../scans/scan-row.ts";
import { NO_FINDINGS } from "../severity-counts.ts";
import { countOpenByHost } from "./finding-counts.ts";
import { recordDay } from "./finding-days.ts";
import { readEvaluations, SCANNED_PAIRS, SINCE_REMOVED } from "./host-evaluations.ts";

/** Hosts of an account: those it has registered or scanned, and those with findings. */
export type AssetStore = {
	/** By label, then host; those without a label last. */
	list(account: AccountId): Promise<Asset[]>;
	/** Undefined if the host is not one of the account's. */
	label(account: AccountId, host: string, client: string): Promise<Asset | undefined>;
	/** Deletes its ownership, label, findings and dates; its scans stay. False if the host is not one of the account's. */
	remove(account: AccountId, host: string): Promise<boolean>;
};

/** How far ahead the end of support is shown. */
const END_OF_LIFE_DAYS = 365;

const SCANNED = {
	host: neverNull(text),
	kind: SCAN.kind,
	scanId: id<ScanId>(),
	status: SCAN.status,
	coverage: SCAN.coverage,
	failure_code: SCAN.failure_code,
	failure_message: SCAN.failure_message,
	at: time,
};
const FACT = {
	host: neverNull(text),
	what: neverNull(oneOf(["certificate", "end-of-life"])),
	product: neverNull(text),
	endsAt: time,
};

export function createAssetStore(
	pool: Pool,
	{ ownerships, now }: { ownerships: Pick<OwnershipStore, "list">; now: () => Date },
): AssetStore {
	const read = async (account: AccountId, only: string | null): Promise<Asset[]> => {
		const key = [account, only];
		const [owned, scanned, evaluations, openOn, facts, labels] = await Promise.all([
			ownerships.list(account),
			readRows(
				pool,
				SCANNED,
				`WITH RECURSIVE ${SCANNED_PAIRS}
				 SELECT newest.* FROM scanned, LATERAL (
				   SELECT host, kind, id AS "scanId", status, coverage, failure_code, failure_message, accepted_at AS at
				   FROM scans WHERE owner = $1::text AND (host, kind) = (scanned.host, scanned.kind) AND ${SINCE_REMOVED}
				   ORDER BY accepted_at DESC LIMIT 1
				 ) AS newest`,
				key,
			),
			readEvaluations(pool, account, only),
			countOpenByHost(pool, account, dayOf(now()), only),
			readRows(
				pool,
				FACT,
				`SELECT asset AS host, what, detail AS product, min(ends_at) AS "endsAt" FROM current_facts
				 WHERE account_id = $1 AND ($2::text IS NULL OR asset = $2) GROUP BY asset, what, detail ORDER BY min(ends_at), detail`,
				key,
			),
			readRows(
				pool,
				{ host: text, client: text },
				"SELECT host, client FROM assets WHERE account_id = $1 AND ($2::text IS NULL OR host = $2)",
				key,
			),
		]);
		const clients = new Map(labels.map(({ host, client }) => [host, client]));
		const ownershipOf = new Map(
			owned.filter(({ host }) => only === null || host === only).map((ownership) => [ownership.host, ownership]),
		);
		const scansOf = Map.groupBy(scanned, ({ host }) => host);
		const factsOf = Map.groupBy(facts, ({ host }) => host);
		const latest = dayOf(new Date(now().getTime() + END_OF_LIFE_DAYS * 86_400_000));

		const hosts = new Set([...ownershipOf.keys(), ...scansOf.keys(), ...openOn.keys()]);
		return [...hosts]
			.map((host): Asset => {
				const ownership = ownershipOf.get(host);
				const known = factsOf.get(host) ?? [];
				return {
					host,
					client: clients.get(host) ?? "",
					claim: ownership ? ownedTargetOf(ownership, now()) : null,
					evaluation: evaluations.get(host) ?? { status: "not-scanned" },
					scans: (scansOf.get(host) ?? [])
						.toSorted((a, b) => b.at.getTime() - a.at.getTime())
						.map(({ scanId, kind, status, coverage, failure_code, failure_message, at }) => ({
							scanId,
							kind,
							status,
							coverage,
							failure: failure_code && { code: failure_code, message: failure_message ?? "" },
							at: at.toISOString(),
						})),
					open: openOn.get(host) ?? NO_FINDINGS,
					certificateEndsAt: known.find(({ what }) => what === "certificate")?.endsAt.toISOString() ?? null,
					endOfLife: known
						.filter(({ what, endsAt }) => what === "end-of-life" && dayOf(endsAt) <= latest)
						.map(({ product, endsAt }) => ({ product, on: dayOf(endsAt) })),
				};
			})
			.toSorted(byLabel);
	};

	return {
		list: (account) => read(account, null),
		async label(account, host, client) {
			const [asset] = await read(account, host);
			if (!asset) return undefined;
			await pool.query(
				`INSERT INTO assets (account_id, host, client) VALUES ($1, $2, $3)
				 ON CONFLICT (account_id, host) DO UPDATE SET client = excluded.client`,
				[account, host, client],
			);
			return { ...asset, client };
		},
		async remove(account, host) {
			if ((await read(account, host)).length === 0) return false;
			await inTransaction(pool, async (client) => {
				await holdAccount(client, account);
				await client.query("DELETE FROM target_claims WHERE account_id = $1 AND host = $2", [account, host]);
				await client.query("DELETE FROM findings WHERE account_id = $1 AND asset = $2", [account, host]);
				await client.query("DELETE FROM asset_facts WHERE account_id = $1 AND asset = $2", [account, host]);
				await client.query(
					`INSERT INTO assets (account_id, host, removed_at) VALUES ($1, $2, now())
					 ON CONFLICT (account_id, host) DO UPDATE SET client = '', removed_at = now()`,
					[account, host],
				);
				await recordDay(client, account, dayOf(now()));
			});
			return true;
		},
	};
}

/** By code units and not by locale: the order must be the same on every machine. */
function byLabel(a: Asset, b: Asset): number {
	if ((a.client === "") !== (b.client === "")) return a.client === "" ? 1 : -1;
	const [one, other] = a.client === b.client ? [a.host, b.host] : [a.client, b.client];
	return one < other ? -1 : one > other ? 1 : 0;
}
