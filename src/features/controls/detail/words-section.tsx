import type { ControlDetail } from "#contract/controls/controls.ts";
import { timeText } from "#contract/format/time.ts";
import { Section } from "#src/ui/page/section.tsx";

/** What people said of a control. */
export function WordsSection({ control: { words } }: { control: ControlDetail }) {
	if (words.length === 0) return null;
	return (
		<Section id="words" heading="History">
			<ol className="text-15">
				{words.map(({ at, by, field, text }) => (
					<li key={`${at} ${field}`} className="wrap-anywhere border-line border-t py-2">
						<span className="me-4 text-13 text-quiet tabular-nums">
							<time dateTime={at}>{timeText(at)}</time> · <bdi>{by.name}</bdi>
						</span>
						<span className="whitespace-pre-line">{text}</span>
					</li>
				))}
			</ol>
		</Section>
	);
}
