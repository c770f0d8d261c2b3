import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { KINDS } from "#contract/kinds/kinds.ts";
import { STATE_LABELS } from "#src/lib/findings/finding-labels.ts";
import { SeverityMark } from "#src/lib/findings/severity.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { readScanRecord, type ScanRecord } from "./scan-record.ts";

const CELL = "border-line border-t py-2 pe-4 text-start align-top";

function FindingTable({ findings }: Pick<ScanRecord, "findings">) {
	return (
		<table className="w-full text-15">
			<caption className="sr-only">Findings in the record</caption>
			<thead>
				<tr className="text-13 text-quiet">
					{["Severity", "Finding", "State"].map((head) => (
						<th key={head} scope="col" className="wrap-normal py-2 pe-4 text-start font-semibold">
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{findings.map(({ fingerprint, rule, severity, state, seen }) => (
					<tr key={fingerprint}>
						<td className={`whitespace-nowrap ${CELL}`}>
							<SeverityMark severity={severity} />
						</td>
						<td className={`wrap-anywhere ${CELL}`}>
							<Link
								to={`/dashboard/vulnerabilities/${fingerprint}`}
								className="-my-2 inline-block py-2 font-mono text-13"
							>
								{rule}
							</Link>
						</td>
						<td className={`wrap-normal ${CELL}`}>
							{STATE_LABELS[state]}
							{!seen && <span className="block text-13 text-quiet">Not seen by this scan</span>}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** A scan's record for reading: what was scanned, what was not evaluated, and each finding. */
function ScanTable({ scan }: { scan: ScanRecord }) {
	const { kind, target, startedAt, finishedAt, parts, findings } = scan;
	const missed = parts.filter((part) => part.status === "not-evaluated");
	const facts = [
		["Scan", KINDS[kind].name],
		["Target", target],
		["Started", timeText(startedAt)],
		["Finished", timeText(finishedAt)],
		["Parts evaluated", `${parts.length - missed.length} of ${parts.length}`],
	] as const;
	return (
		<>
			<dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
				{facts.map(([label, value]) => (
					<div key={label} className="min-w-0">
						<dt className="text-13 text-quiet">{label}</dt>
						<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
					</div>
				))}
			</dl>
			{missed.length > 0 && (
				<ul className="mt-4 grid gap-1 text-15">
					{missed.map(({ part, label, reason }) => (
						<li key={part} className="wrap-anywhere">
							{label}: <b className="font-semibold">not evaluated.</b> {reason}
						</li>
					))}
				</ul>
			)}
			<p className="mt-4 text-15">{findings.length === 0 ? "No findings." : counted(findings.length, "finding")}</p>
			{findings.length > 0 && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to.
				<section tabIndex={0} aria-label="Findings" className="max-h-128 overflow-auto print:max-h-none">
					<FindingTable findings={findings} />
				</section>
			)}
		</>
	);
}

const Raw = ({ text }: { text: string }) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to.
	<section tabIndex={0} aria-label="Raw record" className="max-h-128 overflow-auto print:max-h-none">
		<Evidence source="As it was recorded" text={text} />
	</section>
);

/** What the product recorded, with the hash that proves it. A scan is a table, with the exact text below it. */
export function RecordSection({ evidence: { record, recordSha256 } }: { evidence: EvidenceDetail }) {
	if (record === null) return null;
	const text = JSON.stringify(record, null, 2);
	const scan = readScanRecord(record);
	return (
		<Section id="record" heading="Record">
			{scan ? (
				<>
					<ScanTable scan={scan} />
					<details className="mt-2">
						<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
							Raw record
						</summary>
						<Raw text={text} />
					</details>
				</>
			) : (
				<Raw text={text} />
			)}
			{recordSha256 !== null && (
				<div className="mt-2 flex flex-wrap items-center gap-x-5 text-13 text-quiet">
					<p className="wrap-anywhere min-w-0">
						SHA-256 <span className="font-mono">{recordSha256}</span>
					</p>
					<CopyButton small text={recordSha256} what="the SHA-256 of the record" />
				</div>
			)}
		</Section>
	);
}
