import { TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { evidenceId as evidenceIdSchema } from "#contract/evidence/evidence-id.ts";
import { KIND_TEXTS } from "#contract/kinds/texts.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { dedupe } from "#server/scanning/engines/shared/dedupe.ts";
import { noteCustody } from "../../../evidence/store/custody.ts";
import { extendRecord, insertLinks, insertRecord } from "../../../evidence/store/insert-record.ts";
import { storedRecord } from "../../../evidence/store/stored-record.ts";
import type { FindingsStored } from "../../../findings/findings-stored.ts";
import { lastDayOf } from "../../days.ts";
import type { PresentFinding } from "../../judge-run.ts";
import type { RunTest } from "./run-rows.ts";

type Recorded = {
	scan: FindingsStored;
	id: string;
	tests: readonly RunTest[];
	/** On the host, open or accepted. */
	findings: readonly PresentFinding[];
};

/**
 * The one piece of evidence from a scan, for all tests that it is a run of. It holds what the runs are based on, so that they can be
 * checked after the scan is deleted, and lasts as long as the test with the longest cadence needs. If the scan has one already, because
 * tests were added later, these share it. Returns its id.
 */
export async function recordEvidence(client: Executor, { scan, id, tests, findings }: Recorded): Promise<string> {
	const { workspaceId, by, look, now, host, report, kind, scanId } = scan;
	const today = dayOf(look.at);
	const expiresOn = lastDayOf(today, Math.max(...tests.map(({ every_days }) => every_days)));
	const controls = tests.map((test) => ({ type: "control" as const, id: test.control_id }));
	const known = await extendRecord(client, { workspaceId, scanId, expiresOn });
	if (known !== undefined) {
		await insertLinks(client, { workspaceId, id: known }, controls, now);
		return known;
	}
	const from = new Date(Math.min(...tests.map(({ window_from }) => window_from.getTime())));
	const piece = {
		id,
		workspaceId,
		clientId: scan.clientId,
		title: titleOf(KIND_TEXTS[kind].one, report.target),
		note: "",
		takenAt: look.at,
		receivedAt: now,
		takenBy: by,
		kind: "scan",
		method: "automatic",
		effectiveFrom: dayOf(from),
		effectiveTo: today,
		expiresOn,
		state: "accepted",
		record: recordOf(scan, findings),
	} as const;
	await insertRecord(client, piece, { isLimited: false });
	await insertLinks(
		client,
		piece,
		[{ type: "scan" as const, id: scanId }, { type: "asset" as const, id: host }, ...controls],
		now,
	);
	await noteCustody(client, { workspaceId, accountId: by }, evidenceIdSchema.parse(id), now, "recorded");
	return id;
}

/** `Nmap EOL scan of example.com`. */
const titleOf = (one: string, target: string): string =>
	`${one.replace(/^an? /, "")} of ${target}`.slice(0, TITLE_LIMIT);

function recordOf({ scanId, kind, host, report, seen }: FindingsStored, findings: readonly PresentFinding[]) {
	const present = new Set(findings.map(({ fingerprint }) => fingerprint));
	const others = dedupe(report.findings).flatMap((finding) => {
		const state = seen.get(finding.fingerprint);
		return state === undefined || present.has(finding.fingerprint) ? [] : [{ ...finding, state }];
	});
	return storedRecord({
		scan: {
			id: scanId,
			kind,
			target: report.target,
			host,
			startedAt: report.startedAt,
			finishedAt: report.finishedAt,
			coverage: report.coverage,
			parts: report.parts,
			findings: [...findings, ...others].map(({ fingerprint, rule, severity, state }) => ({
				fingerprint,
				rule,
				severity,
				state,
				seen: seen.has(fingerprint),
			})),
		},
	});
}
