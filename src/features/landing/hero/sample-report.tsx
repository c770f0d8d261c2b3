import { type ReportExcerpt, sampleReport } from "#src/content/samples/sample-report.ts";
import { GradeScale } from "#src/lib/findings/grade-scale.tsx";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Evidence } from "#src/ui/evidence.tsx";

const SEVERITIES = ["high", "medium", "low", "none"] as const;

// Fixed zone and format: the prerendered text has to match the browser's.
const scannedOn = (iso: string) => {
	const text = new Date(iso).toUTCString();
	return `${Number(text.slice(5, 7))}${text.slice(7, 16)}, ${text.slice(17, 22)} UTC`;
};
const took = (from: string, to: string) => {
	const seconds = (Date.parse(to) - Date.parse(from)) / 1000;
	return seconds < 1 ? "in less than 1 s" : `in ${Math.round(seconds)} s`;
};

function Finding({ mark, finding }: { mark: string; finding: ReportExcerpt["findings"][number] }) {
	return (
		<div className="min-w-0 border-line border-t pt-5 first:border-0 first:pt-0">
			<p className="flex flex-wrap items-baseline gap-x-3 text-15">
				<span className="font-semibold tabular-nums">{mark}</span>
				<SeverityMark severity={finding.severity} />
				<span className="ms-auto text-13 text-quiet">CWE-{finding.cwe}</span>
			</p>
			<p className="mt-0.5 mb-3 font-semibold text-17 leading-snug">{finding.title}</p>
			{finding.evidence.map((one) => (
				<Evidence key={one.source} {...one} />
			))}
			<dl className="mt-3 grid gap-x-6 gap-y-2 text-15 md:grid-cols-2">
				<div>
					<dt className="text-13 text-quiet">Why it matters to the owner</dt>
					<dd>{finding.why.owner}</dd>
				</div>
				<div>
					<dt className="text-13 text-quiet">How the engineer fixes it</dt>
					<dd>{finding.fix.engineer}</dd>
				</div>
			</dl>
		</div>
	);
}

/** The first page of a report as real text, cut off by its frame. */
export default function SampleReport() {
	const report = sampleReport;
	return (
		<div className="rounded-t-card border border-line-strong border-b-0 bg-raised px-5 pt-6 shadow-float md:px-8 md:pt-8">
			<p className="text-13 text-quiet">Vulnerability scan report</p>
			<p className="mt-1 wrap-anywhere font-semibold font-serif text-20 md:text-26 tracking-[-0.01em]">
				{report.target}
			</p>
			<p className="mt-2 text-13 text-quiet">
				Scanned {scannedOn(report.startedAt)}, {took(report.startedAt, report.finishedAt)}. Coverage: {report.coverage}.
			</p>
			<div className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] items-end gap-6 md:gap-10">
				<p>
					<span className="block font-semibold font-serif text-[4rem] leading-none">{report.grade}</span>
					<span className="mt-2 block text-13 text-quiet">Grade</span>
				</p>
				<GradeScale grade={report.grade} />
			</div>
			<ul className="mt-5 flex flex-wrap justify-between gap-x-2 border-line border-y md:pe-16">
				{SEVERITIES.map((severity) => (
					<li key={severity} className="py-3 text-13">
						<span className="block font-semibold text-26 tabular-nums leading-tight">{report.counts[severity]}</span>
						<SeverityMark severity={severity} />
					</li>
				))}
			</ul>
			<div className="mt-6 grid gap-6">
				{report.findings.map((finding, index) => (
					<Finding key={finding.rule} mark={`H${index + 1}`} finding={finding} />
				))}
			</div>
		</div>
	);
}
