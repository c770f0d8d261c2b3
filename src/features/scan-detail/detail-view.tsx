import type { ScanDetail, ScanReport } from "#contract/findings/findings.ts";
import { durationText } from "#contract/format/duration.ts";
import { timeText } from "#contract/format/time.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { GradeScale } from "#src/lib/findings/grade-scale.tsx";
import { ScanActions } from "#src/lib/scans/scan-actions.tsx";
import { durationOf } from "#src/lib/scans/scan-duration.ts";
import { isActive, statusWord } from "#src/lib/scans/scan-filter.ts";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import type { ScanActions as Actions } from "#src/lib/scans/use-scan-actions.ts";
import { CodeText } from "#src/ui/code-text.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { Section } from "#src/ui/page/section.tsx";
import { PlumbProgress } from "#src/ui/plumb-progress.tsx";
import { FindingsSection } from "./findings-section.tsx";
import { problemsOf } from "./problems.ts";
import { PartsSection, RawSection, SentSection } from "./record-sections.tsx";
import { Timeline } from "./timeline.tsx";

/** The next step for each failure whose message does not name one. */
const NEXT: Record<ScanFailure["code"], string> = {
	unreachable: "Also check that nothing in between blocks our scanner.",
	unresolvable: "Check the name, then run it again.",
	refused: "Nothing more was sent. Check that the target may be scanned from here.",
	timeout: "Run it again when the target is less busy, or ask for less.",
	interrupted: "Nothing is wrong with the target. Run it again.",
	cancelled: "Run it again whenever you like.",
	internal: "This is our fault, not the target’s. Run it again. If it fails again, let us know.",
};

const FIELD_LABELS: Record<string, string> = {
	url: "URL",
	target: "Target",
	host: "Host",
	email: "Email",
	scope: "Scope",
	modules: "Modules",
	user_agent: "User agent",
};

const Fact = ({ label, value }: { label: string; value: string }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
	</div>
);

function Times({ scan }: Pick<ScanDetail, "scan">) {
	const now = useNow(scan.status === "running");
	const elapsed = scan.startedAt && now > 0 ? durationText(now - Date.parse(scan.startedAt)) : null;
	return (
		<dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 md:grid-cols-4">
			{scan.client && <Fact label="Client" value={scan.client} />}
			<Fact label="Requested" value={timeText(scan.acceptedAt, "local")} />
			{scan.fromPublicForm && <Fact label="Requested from" value="The public form, for your address" />}
			{scan.startedAt && <Fact label="Started" value={timeText(scan.startedAt, "local")} />}
			{scan.finishedAt && <Fact label="Ended" value={timeText(scan.finishedAt, "local")} />}
			{isActive(scan) && scan.estimatedAt && (
				<Fact label="Estimated completion" value={timeText(scan.estimatedAt, "local")} />
			)}
			{isActive(scan) && elapsed && <Fact label="Running for" value={elapsed} />}
			{scan.finishedAt && <Fact label="Duration" value={durationOf(scan) ?? "–"} />}
		</dl>
	);
}

/** The fix for the worst problem in plain words for the owner, if anything needs fixing. */
function FirstStep({ report }: { report: ScanReport }) {
	const [worst] = problemsOf(report.findings);
	if (!worst || worst.severity === "none") return null;
	return (
		<p className="max-w-[68ch] text-15">
			<b className="font-semibold">What to do first:</b> <CodeText text={worst.finding.fix.owner} />{" "}
			<a href={`#${worst.mark}`}>See {worst.mark}</a>
		</p>
	);
}

type Props = { detail: ScanDetail; actions: Actions };

/** One scan in full. */
export function DetailView({ detail, actions }: Props) {
	const { scan, note, report, request, timeline, sent, raw } = detail;
	const cancelling = actions.doing(scan) === "cancel";
	return (
		<>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<StatusBadge status={cancelling ? "cancelling" : statusWord(scan)} />
				<div className="flex flex-wrap gap-x-5 print:hidden">
					<ScanActions scan={scan} actions={actions} />
					{report && (
						<button
							type="button"
							onClick={() => print()}
							className="min-h-11 cursor-pointer text-15 text-accent underline underline-offset-4"
						>
							Print
						</button>
					)}
				</div>
			</div>
			<Times scan={scan} />
			{note && (
				<div className="mt-4">
					<p className="text-13 text-quiet">Note</p>
					<p className="wrap-anywhere max-w-[62ch] whitespace-pre-line text-15">{note}</p>
				</div>
			)}
			{isActive(scan) && (
				<div className="mt-6 flex min-h-20 gap-4" aria-live="off">
					<PlumbProgress percent={scan.progress} label={`${scanName(scan.kind)} of ${scan.target}`} />
					<p className="self-center text-17">
						{scan.progress} %<span className="block text-15 text-quiet">{scan.step || "Waiting for its turn"}</span>
					</p>
				</div>
			)}
			{scan.failure && (
				<div className="mt-6 max-w-[62ch] border-ink border-s-4 ps-4">
					<p className="wrap-anywhere text-17">{scan.failure.message}</p>
					<p className="mt-1 text-15 text-quiet">{NEXT[scan.failure.code]}</p>
				</div>
			)}
			{report && (
				<Section id="result" heading="Result">
					{report.coverage === "partial" && (
						<p className="mb-4 border-ink border-s-4 ps-4 text-15">
							Partial scan: some parts were not evaluated. Not evaluated does not mean clean. The parts below say which.
						</p>
					)}
					{report.grade !== null && (
						<div className="mb-4 max-w-xs">
							<p className="text-15">
								{report.coverage === "full" ? "Grade" : "Grade, at best"}{" "}
								<b className="font-semibold">{report.grade}</b>
							</p>
							<GradeScale grade={report.grade} />
						</div>
					)}
					<FirstStep report={report} />
				</Section>
			)}
			{report && <FindingsSection report={report} />}
			{report && <PartsSection report={report} />}
			<Section id="collected" heading="Collected evidence">
				<EvidenceAbout about={{ type: "scan", id: scan.id }} />
			</Section>
			<Section id="timeline" heading="Timeline">
				<Timeline items={timeline} />
			</Section>
			<Section id="asked" heading="Request">
				<dl className="grid gap-3 md:grid-cols-2">
					{Object.entries(request).map(([name, value]) => (
						<Fact key={name} label={FIELD_LABELS[name] ?? name} value={value} />
					))}
				</dl>
			</Section>
			<SentSection scan={scan} sent={sent} />
			<RawSection scan={scan} raw={raw} />
		</>
	);
}
