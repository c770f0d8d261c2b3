import { followLate } from "#server/assurance/assessments/store/late-evidence.ts";
import { linkAnswers } from "#server/assurance/assessments/store/link-answers.ts";
import type { RunsRecorded } from "#server/assurance/controls/runs-recorded.ts";
import { announceStandingsIfWanted } from "#server/assurance/controls/store/announce-standings.ts";
import { forgetRuns } from "#server/assurance/controls/store/runs/forget-runs.ts";
import { recordRuns } from "#server/assurance/controls/store/runs/record-runs.ts";
import type { TestsAdded } from "#server/assurance/controls/tests-added.ts";
import type { EvidenceAdded } from "#server/assurance/evidence/evidence-added.ts";
import type { EvidenceDeleted } from "#server/assurance/evidence/evidence-deleted.ts";
import type { FindingsStored } from "#server/assurance/findings/findings-stored.ts";
import { createMergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import { moveDues } from "#server/assurance/tasks/store/move-dues.ts";
import { moveTaskOfTest } from "#server/assurance/tasks/store/task-of-test.ts";
import { moveTasksOfFindings } from "#server/assurance/tasks/store/tasks-of-findings.ts";
import type { AddressConfirmed } from "#server/identity/accounts/address-confirmed.ts";
import type { TimeToFixChanged } from "#server/identity/workspaces/time-to-fix-changed.ts";
import { announceEnd } from "#server/integrations/webhooks/store/announce-end.ts";
import { createMoment, type Follower } from "#server/platform/jobs/moment.ts";
import type { SendJob } from "#server/platform/jobs/queue.ts";
import { reportOf, type ScanEnded } from "#server/scanning/scans/scan-ended.ts";
import { isToBeTold } from "#server/scanning/scans/store/ended-scan.ts";
import { adoptFreeScans } from "./free-scans/adopt-free-scans.ts";
import { freeScanRows } from "./free-scans/store/free-scan-rows.ts";

/** What follows from each of the product's eight moments, in this order. */
export function createFollows(send: SendJob) {
	const runsRecorded: Follower<RunsRecorded>[] = [
		{
			within: (tx, ran) => (ran.by === "scan" ? moveTasksOfFindings(tx, ran) : moveTaskOfTest(tx, ran.scope, ran)),
		},
	];
	const recorded = createMoment(runsRecorded, send);

	const findingsStored: Follower<FindingsStored>[] = [
		{ within: (tx, scan) => recordRuns(tx, scan, recorded) },
		{ within: (tx, { workspaceId, clientId, now }) => announceStandingsIfWanted(tx, { workspaceId, clientId }, now) },
	];
	const mergeFindings = createMergeFindings(createMoment(findingsStored, send));

	const scanEnded: Follower<ScanEnded>[] = [
		{
			async within(tx, ended) {
				const report = reportOf(ended);
				if (report) await mergeFindings(tx, ended.scan.id, report);
			},
		},
		{ within: announceEnd },
		{
			after: async (_tx, { scan, effects }) =>
				effects.some(({ type }) => type === "queue-mail") ? { name: "mail", data: { scanId: scan.id } } : undefined,
		},
		{
			async after(tx, { scan, effects }) {
				const isWanted = effects.some(({ type }) => type === "notify") && (await isToBeTold(tx, scan.id));
				return isWanted ? { name: "push", data: { scanId: scan.id } } : undefined;
			},
		},
	];

	const testsAdded: Follower<TestsAdded>[] = [
		{ within: linkAnswers },
		{
			after: async (_tx, { workspaceId, clientId }) => ({ name: "earlier-scans", data: { workspaceId, clientId } }),
		},
	];

	const evidenceAdded: Follower<EvidenceAdded>[] = [{ within: followLate }];
	const evidenceDeleted: Follower<EvidenceDeleted>[] = [{ within: forgetRuns }];

	const addressConfirmed: Follower<AddressConfirmed>[] = [
		{ within: (tx, confirmed) => adoptFreeScans(freeScanRows(tx, mergeFindings), confirmed) },
	];
	const timeToFixChanged: Follower<TimeToFixChanged>[] = [{ within: moveDues }];
	return {
		recorded,
		testsAdded: createMoment(testsAdded, send),
		mergeFindings,
		ended: createMoment(scanEnded, send),
		evidenceAdded: createMoment(evidenceAdded, send),
		evidenceDeleted: createMoment(evidenceDeleted, send),
		timeToFixChanged: createMoment(timeToFixChanged, send),
		confirmed: createMoment(addressConfirmed, send),
	};
}
