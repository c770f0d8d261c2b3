import { useState } from "react";
import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { EVIDENCE_KIND_LABELS, lastDayText } from "#src/lib/evidence/evidence-labels.ts";
import { evidenceShown } from "#src/lib/evidence/evidence-words.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { AboutSection } from "./about-section.tsx";
import { custodyText } from "./custody-text.ts";
import { DeleteEvidence } from "./delete-evidence.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { FilesSection } from "./files-section.tsx";
import { RecordSection } from "./record-section.tsx";
import { ReviewSection } from "./review-section.tsx";

const Fact = ({ label, value }: { label: string; value: string }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
	</div>
);

type Props = {
	/** As read at `readAt`, in milliseconds. */
	evidence: EvidenceDetail;
	readAt: number;
};

const day = (on: string | null, none: string) => (on === null ? none : dayText(on));

/** One piece of evidence in full. */
export function DetailView({ evidence: read, readAt }: Props) {
	const words = useWords();
	const evidence = evidenceShown(read, words, readAt);
	const { note, takenAt, receivedAt, by, device, place, clientId, custody, kind, method, source } = evidence;
	const { effectiveFrom, effectiveTo } = evidence;
	const { can, workspace } = useScope();
	const online = useOnline();
	const [editing, setEditing] = useState(false);
	const whose = hasClients(workspace) ? workspace?.clients.find(({ id }) => id === clientId) : undefined;
	return (
		<>
			<ReviewSection evidence={evidence} words={words} />
			<div className="flex flex-wrap items-center gap-x-5 print:hidden">
				{can("work") && (
					<TextButton disabled={!online} aria-haspopup="dialog" onClick={() => setEditing(true)}>
						Edit
					</TextButton>
				)}
				{can("arrange") && <DeleteEvidence evidence={evidence} disabled={!online} />}
				{!online && (can("work") || can("arrange")) && (
					<p className="text-13 text-quiet">Editing and deleting need a connection.</p>
				)}
			</div>
			{note !== "" && <p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line text-17">{note}</p>}
			<dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
				<Fact label="Taken (device’s clock)" value={timeText(takenAt)} />
				<Fact label="Received (our clock)" value={timeText(receivedAt)} />
				<Fact label="By" value={method === "automatic" ? `Recorded by Plumbline, asked for by ${by.name}` : by.name} />
				<Fact label="Kind" value={EVIDENCE_KIND_LABELS[kind]} />
				{(effectiveFrom !== null || effectiveTo !== null) && (
					<Fact label="Period covered" value={`${day(effectiveFrom, "Always")} to ${day(effectiveTo, "now")}`} />
				)}
				<Fact label="Last day" value={lastDayText(evidence, Date.now()) || "Without an end"} />
				{whose && <Fact label="Client" value={whose.name} />}
				{device !== "" && <Fact label="Device" value={device} />}
				{place && <Fact label="Place" value={placeText(place)} />}
			</dl>
			{source?.type === "link" && (
				<p className="mt-4 text-15">
					<a
						href={source.url}
						target="_blank"
						rel="noreferrer"
						className="wrap-anywhere inline-flex min-h-11 items-center"
					>
						{source.url}
					</a>
				</p>
			)}
			{source?.type === "report" && (
				<p className="mt-4 text-15">
					<Link to={`/dashboard/reports/${source.id}`} className="inline-flex min-h-11 items-center">
						The report
					</Link>
				</p>
			)}
			<FilesSection evidence={evidence} />
			<RecordSection evidence={evidence} />
			<AboutSection evidence={evidence} />
			<Section id="custody" heading="Custody">
				<ol className="text-15">
					{custody.map((entry, index) => (
						<li
							// biome-ignore lint/suspicious/noArrayIndexKey: the list only grows.
							key={index}
							className="wrap-anywhere flex flex-wrap gap-x-4 border-line border-t py-2"
						>
							<time dateTime={entry.at} className="text-quiet tabular-nums">
								{timeText(entry.at)}
							</time>
							<span>{custodyText(entry)}</span>
						</li>
					))}
				</ol>
			</Section>
			{editing && <EditDialog evidence={evidence} onClose={() => setEditing(false)} />}
		</>
	);
}
