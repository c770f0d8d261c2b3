import { useState } from "react";
import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { timeText } from "#contract/format/time.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { placeText } from "#src/lib/evidence/place-text.ts";
import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { AboutSection } from "./about-section.tsx";
import { custodyText } from "./custody-text.ts";
import { DeleteEvidence } from "./delete-evidence.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { FilesSection } from "./files-section.tsx";

const Fact = ({ label, value }: { label: string; value: string }) => (
	<div className="min-w-0">
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{value}</dd>
	</div>
);

/** One piece of evidence in full. */
export function DetailView({ evidence }: { evidence: EvidenceDetail }) {
	const { note, takenAt, receivedAt, by, device, place, clientId, custody } = evidence;
	const { can, workspace } = useScope();
	const online = useOnline();
	const [editing, setEditing] = useState(false);
	const whose = hasClients(workspace) ? workspace?.clients.find(({ id }) => id === clientId) : undefined;
	return (
		<>
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
				<Fact label="By" value={by.name} />
				{whose && <Fact label="Client" value={whose.name} />}
				{device !== "" && <Fact label="Device" value={device} />}
				{place && <Fact label="Place" value={placeText(place)} />}
			</dl>
			<FilesSection evidence={evidence} />
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
