import type { ReportSummary } from "#contract/reports.ts";
import { TextButton } from "#src/ui/text-button.tsx";

/** Where the screen says why samples can only be looked at. */
export const SAMPLE_REASON_ID = "reports-are-samples";

/** The same buttons as of one's own report. They do nothing, and say why. */
export function SampleActions({ report }: { report: ReportSummary }) {
	return ["View", "Download", "Share", "Delete"].map((word) => (
		<TextButton
			key={word}
			aria-disabled="true"
			aria-label={`${word} ${report.name}`}
			aria-describedby={SAMPLE_REASON_ID}
		>
			{word}
		</TextButton>
	));
}
