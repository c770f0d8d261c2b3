import type { EvidenceDetail } from "#contract/evidence/evidence.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { Section } from "#src/ui/page/section.tsx";

/** What the product recorded, to the letter, with the hash that proves it. */
export function RecordSection({ evidence: { record, recordSha256 } }: { evidence: EvidenceDetail }) {
	if (record === null) return null;
	const text = JSON.stringify(record, null, 2);
	return (
		<Section id="record" heading="Record">
			<Evidence source="As it was recorded" text={text} />
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
