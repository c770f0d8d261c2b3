import { useQuery } from "@tanstack/react-query";
import type { Severity } from "#contract/findings/severity.ts";
import type { FindingDetail, FindingState } from "#contract/findings/vulnerabilities.ts";
import { timeText } from "#contract/format/time.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { scanDetailQuery } from "#src/lib/scans/scans-api.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { PlumbProgress } from "#src/ui/plumb-progress.tsx";
import { FindingStateBadge } from "../finding-state-badge.tsx";
import { useRetest } from "./use-retest.ts";

type Retest = NonNullable<FindingDetail["retest"]>;

const isRunning = ({ status }: Retest) => status === "pending" || status === "running";

function Standing({ label, state, severity }: { label: string; state: FindingState; severity: Severity | null }) {
	return (
		<div>
			<dt className="mb-1 text-13 text-quiet">{label}</dt>
			<dd className="flex flex-wrap items-center gap-x-3 gap-y-1 text-15">
				<FindingStateBadge state={state} />
				{severity ? <SeverityMark severity={severity} /> : "not seen"}
			</dd>
		</div>
	);
}

function Running({ retest }: { retest: Retest }) {
	const { scope } = useScope();
	const { data } = useQuery(scanDetailQuery(retest.scanId, scope));
	const progress = data?.scan.progress ?? 0;
	return (
		<div className="mt-4 flex min-h-20 gap-4">
			<PlumbProgress percent={progress} label="Retest" />
			<p className="self-center text-17">
				{progress} %<span className="block text-15 text-quiet">{data?.scan.step || "Waiting for its turn"}</span>
			</p>
		</div>
	);
}

function resultOf({ status, before, after }: Retest): string {
	if (status === "failed") return "The retest did not finish, so nothing has changed.";
	if (status !== "completed" || !after) return "";
	if (after.state === "fixed") return "We looked for it, and it is gone.";
	if (after.severity === null) return "It was not seen, but the scan was only partial. That does not make it fixed.";
	if (before.severity !== after.severity) return "It is still there, and its severity has changed.";
	return "It is still there.";
}

/** The retest: its button, its progress, and the state before and after. */
export function RetestSection({ fingerprint, retest }: { fingerprint: string; retest: FindingDetail["retest"] }) {
	const online = useOnline();
	const { can } = useScope();
	const { state, retest: start } = useRetest(fingerprint);
	const running = retest !== null && isRunning(retest);
	const busy = state.status === "submitting";
	return (
		<Section id="retest" heading="Retest">
			<p className="mb-4 max-w-[62ch] text-15">
				{retest ? (
					<>
						Requested on {timeText(retest.askedAt)}: <Link to={`/dashboard/scans/${retest.scanId}`}>the scan</Link>
					</>
				) : (
					"Runs the last scan that saw it again, to check whether it is still there."
				)}
			</p>
			{retest && (
				<dl className="mb-4 grid max-w-md grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4">
					<Standing label="Before" {...retest.before} />
					{retest.after && <Standing label="After" {...retest.after} />}
				</dl>
			)}
			<p role="status" className="mb-4 text-15 empty:hidden">
				{retest && resultOf(retest)}
			</p>
			{retest && running && <Running retest={retest} />}
			<RoleNote permission="work" what="test again" />
			{!running && can("work") && (
				<Button variant="secondary" disabled={busy || !online} onClick={() => void start()}>
					{busy ? "Starting…" : retest ? "Retest again" : "Retest"}
				</Button>
			)}
			{!online && <p className="mt-2 text-15 text-quiet">A retest needs a connection.</p>}
			<div className="mt-3 empty:hidden">
				<SubmissionFailure title="The retest was not started" state={state} />
			</div>
		</Section>
	);
}
