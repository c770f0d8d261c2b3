import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { ClientFileContents, Destination } from "#server/platform/tenancy/taking-in.ts";
import { fingerprint } from "#server/scanning/engines/shared/fingerprint.ts";
import { checkScope } from "./check-scope.ts";
import { MOVED_TYPES } from "./finding-row.ts";

const OF_FINDING = { account_id: "uuid", fingerprint: "text" };
const FINDING = {
	...OF_FINDING,
	finding: "jsonb",
	engine: "text",
	rule: "text",
	title: "text",
	parameter: "text",
	host: "text",
	asset: "text",
	scope: "text",
	scan_id: "uuid",
	...MOVED_TYPES,
};
const CHANGE = { ...OF_FINDING, scan_id: "uuid", at: "timestamptz", what: "text", severity: "text" };
const SIGHTING = {
	...OF_FINDING,
	scan_id: "uuid",
	at: "timestamptz",
	seen: "boolean",
	severity: "text",
	state: "text",
};
const VERDICT = { ...OF_FINDING, state: "text", reason: "text", until: "date", said_at: "timestamptz" };
const RETEST = { ...OF_FINDING, scan_id: "uuid", asked_at: "timestamptz", state: "text", severity: "text" };

/** Stores the findings in a file with their history. References to a scan that is not in it, such as a deleted one, are left out. */
export async function takeInFindings(
	destination: Destination,
	file: ClientFileContents,
	scans: ReadonlySet<string>,
): Promise<void> {
	const { client, workspaceId, idOf } = destination;
	for await (const rows of file.rows("findings")) {
		const findings = rows.map((row) => ({ ...row, key: keyOf(destination, row) }));
		const each = <T, R extends object>(
			listOf: (row: ClientFileRow<"findings">) => readonly T[],
			make: (item: T) => R[],
		) => findings.flatMap((row) => listOf(row).flatMap((item) => make(item).map((made) => ({ ...row.key, ...made }))));
		await insertAll(
			client,
			"findings",
			FINDING,
			findings.map(({ key, ...row }) => rowOf(destination, row, key)),
		);
		await insertAll(
			client,
			"finding_changes",
			CHANGE,
			each(
				({ changes }) => changes,
				({ scanId, ...change }) => [{ ...change, scan_id: scanId !== null && scans.has(scanId) ? idOf(scanId) : null }],
			),
		);
		await insertAll(
			client,
			"finding_sightings",
			SIGHTING,
			each(
				({ sightings }) => sightings,
				({ scanId, ...sighting }) => (scans.has(scanId) ? [{ ...sighting, scan_id: idOf(scanId) }] : []),
			),
		);
		await insertAll(
			client,
			"finding_words",
			VERDICT,
			each(
				({ verdicts }) => verdicts,
				({ saidAt, ...verdict }) => [{ ...verdict, said_at: saidAt }],
			),
		);
		await insertAll(
			client,
			"finding_retests",
			RETEST,
			each(
				({ retests }) => retests,
				({ scanId, askedAt, ...retest }) =>
					scans.has(scanId) ? [{ ...retest, scan_id: idOf(scanId), asked_at: askedAt }] : [],
			),
		);
	}

	function keyOf({ hosts }: Destination, { finding, asset, scope }: ClientFileRow<"findings">) {
		if (!hosts.has(asset)) throw new BadFile("This file has a finding on a host that it does not name.");
		if (fingerprint(finding) !== finding.fingerprint) throw new BadFile("This file has a finding that was changed.");
		checkScope(scope, asset);
		return { account_id: workspaceId, fingerprint: finding.fingerprint };
	}
}

function rowOf(
	{ idOf }: Destination,
	row: ClientFileRow<"findings">,
	key: { account_id: string; fingerprint: string },
) {
	const { finding, asset, scope, scanId, verdict } = row;
	return {
		...key,
		finding,
		severity: finding.severity,
		engine: finding.engine,
		rule: finding.rule,
		title: finding.title,
		parameter: finding.location.parameter,
		host: finding.location.host,
		asset,
		scope,
		scan_id: idOf(scanId),
		first_seen_at: row.firstSeenAt,
		last_seen_at: row.lastSeenAt,
		seen_from: row.seenFrom,
		missed_from: row.missedFrom,
		fixed_at: row.fixedAt,
		reopened_at: row.reopenedAt,
		word: verdict?.state ?? null,
		reason: verdict?.reason ?? "",
		until: verdict?.until ?? null,
		said_at: row.saidAt,
	};
}
