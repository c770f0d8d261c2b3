import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { type ProblemInShort, type ReportDetail, type ReportRequest, requestIn } from "#contract/reports/reports.ts";
import { useFrameworks } from "#src/lib/compliance/frameworks-api.ts";
import { ProblemList } from "#src/lib/findings/problem-list.tsx";
import { ReaderVoice } from "#src/lib/findings/voices.tsx";
import { StatusBadge } from "#src/lib/scans/status-badge.tsx";
import { CodeText } from "#src/ui/code-text.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { ReportActions } from "./report-actions.tsx";
import { cameFrom, typeOf } from "./report-labels.ts";
import type { ReportActions as Actions } from "./use-report-actions.ts";

const Fact = ({ label, value }: { label: string; value: string }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
	</div>
);

function daysOf({ from, to }: ReportRequest): string {
	if (from && to) return `${dayText(from)} to ${dayText(to)} (UTC)`;
	if (from) return `From ${dayText(from)} on (UTC)`;
	return to ? `Until ${dayText(to)} (UTC)` : "All";
}

function Request({ request }: { request: ReportRequest }) {
	const { nameOf } = useFrameworks();
	const { template, frameworks = [], clients, hosts, incident } = request;
	return (
		<Section id="asked" heading="Request">
			<dl className="grid gap-3 md:grid-cols-2">
				{template === "compliance-report" && (
					<Fact label="Frameworks" value={frameworks.map(nameOf).join(", ") || "All chosen frameworks"} />
				)}
				<Fact label="Clients" value={clients.join(", ") || "All"} />
				<Fact label="Targets" value={hosts.join(", ") || "All"} />
				<Fact label="Days" value={daysOf(request)} />
				{incident && <Fact label="What happened" value={incident} />}
			</dl>
		</Section>
	);
}

type SectionInShort = ReportDetail["sections"][number];

const Paragraphs = ({ paragraphs }: Pick<SectionInShort, "paragraphs">) => (
	<div className="grid max-w-[68ch] gap-3 text-17">
		{paragraphs.map((text, place) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: a report's text does not change.
			<Paragraph key={place} text={text} />
		))}
	</div>
);

/** What a problem's line opens to. The files have every place. */
const Told = ({ why, fix, where, evidence, facts }: ProblemInShort) => (
	<>
		<ReaderVoice why={why} fix={fix} />
		<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
			<p className="wrap-anywhere text-13">
				<span className="text-quiet">Seen at</span> <bdi className="font-mono">{where.first}</bdi>
			</p>
			{evidence.map((one) => (
				<Evidence key={one.source + one.text} {...one} />
			))}
		</div>
		<p className="wrap-anywhere flex flex-wrap gap-x-4 text-13 text-quiet">
			{facts.map((fact) => (
				<span key={fact}>{fact}</span>
			))}
		</p>
	</>
);

function Findings({ sections }: { sections: readonly SectionInShort[] }) {
	const problems = sections.flatMap((section) => section.problems ?? []);
	const counts = { high: 0, medium: 0, low: 0, none: 0 };
	for (const { severity } of problems) counts[severity] += 1;
	return (
		<Section id="findings" heading="Findings">
			<ProblemList
				label="Problems by severity"
				counts={counts}
				problems={problems.map((problem) => ({ ...problem, told: <Told {...problem} /> }))}
			/>
			{sections.flatMap(({ heading, paragraphs }) =>
				paragraphs.slice(1).map((text) => (
					<p key={`${heading} ${text}`} className="mt-3 text-15">
						{heading}: {text}
					</p>
				)),
			)}
		</Section>
	);
}

/** One paragraph. A table row has a first line that says what it is about, and then a line for each other cell: `Head: text`. */
function Paragraph({ text }: { text: string }) {
	const [first = "", ...cells] = text.split("\n").filter(Boolean);
	return (
		<p className="wrap-anywhere">
			<span className={cells.length > 0 ? "font-semibold" : undefined}>
				<CodeText text={first} />
			</span>
			<span className="flex flex-wrap gap-x-4 text-15">
				{cells.map((cell) => {
					const end = cell.indexOf(": ") + 1;
					return (
						<span key={cell} className="min-w-0">
							<span className="text-quiet">{cell.slice(0, end)}</span>
							<CodeText text={cell.slice(end)} />
						</span>
					);
				})}
			</span>
		</p>
	);
}

type Props = { detail: ReportDetail; actions: Actions };

/** One report with everything we know about it: enough to read it on a phone. */
export function ReportView({ detail, actions }: Props) {
	const { report, sections, shares } = detail;
	const withProblems = sections.filter(({ problems }) => problems !== undefined);
	const opened = shares.reduce((sum, share) => sum + share.opened, 0);
	return (
		<>
			<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
				<StatusBadge status={report.status} />
				<div className="flex flex-wrap gap-x-5 print:hidden">
					<ReportActions report={report} actions={actions} here />
				</div>
			</div>
			<dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-4 md:grid-cols-3 lg:grid-cols-6">
				<Fact label="Type" value={typeOf(report)} />
				<Fact label="Created" value={timeText(report.createdAt)} />
				<Fact label="Created by" value={report.createdBy} />
				{report.takenFrom !== undefined && <Fact label="Not made here" value={cameFrom(report.takenFrom)} />}
				<Fact label="Size" value={report.size === null ? "–" : sizeText(report.size)} />
				<Fact label="Downloads" value={report.downloads.toLocaleString("en")} />
				{shares.length > 0 && (
					<Fact label="Shared" value={`${counted(shares.length, "link")}, opened ${counted(opened, "time")}`} />
				)}
			</dl>
			{report.status === "generating" && (
				<p role="status" className="mt-6 max-w-[62ch] text-17">
					This report is being generated. It will appear here when it is ready; you can leave this page.
				</p>
			)}
			{report.failure && (
				<p className="wrap-anywhere mt-6 max-w-[62ch] border-ink border-s-4 ps-4 text-17">{report.failure}</p>
			)}
			{sections.map((section, at) =>
				section.problems === undefined ? (
					// biome-ignore lint/suspicious/noArrayIndexKey: a report's text does not change, and headings may repeat.
					<Section key={at} id={`section-${at}`} heading={section.heading}>
						<Paragraphs {...section} />
					</Section>
				) : (
					// Sections about problems become one list, in the place of the first one.
					section === withProblems[0] && <Findings key="findings" sections={withProblems} />
				),
			)}
			<Request request={requestIn(detail)} />
		</>
	);
}
