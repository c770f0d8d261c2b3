import { randomUUID } from "node:crypto";
import { accountId, ownClient, scanId, workspaceId } from "#contract/ids.ts";
import { recordRuns } from "#server/assurance/controls/store/runs/record-runs.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { PART_LABELS, PARTS } from "#server/scanning/engines/baseline/parts.ts";
import { findingOf } from "../../support/engines/found.ts";
import { follows } from "../../support/server/follows.ts";

const HOST = "host0.example.com";
const FINDING = findingOf({ rule: "tls-old-protocol", host: HOST });

/** What the database does with a finished scan of a host beyond its findings: a run of each test, evidence, and tasks. */
export const takeOver = (pool: Pool, owner: string): Promise<void> =>
	inTransaction(pool, (client) => {
		const now = new Date();
		return recordRuns(
			client,
			{
				workspaceId: workspaceId.parse(owner),
				clientId: ownClient(workspaceId.parse(owner)),
				scanId: scanId.parse(randomUUID()),
				kind: "combined",
				host: HOST,
				by: accountId.parse(owner),
				report: {
					target: HOST,
					startedAt: now.toISOString(),
					finishedAt: now.toISOString(),
					coverage: "full",
					grade: "F",
					counts: { high: 1, medium: 0, low: 0, none: 0 },
					parts: PARTS.map((part) => ({ part, label: PART_LABELS[part], status: "evaluated" })),
					findings: [FINDING],
					sent: [],
				},
				look: { from: now, at: now },
				now,
				seen: new Map([[FINDING.fingerprint, "open"]]),
				fresh: new Set(),
			},
			follows.recorded,
		);
	});
