import type { AnswerValue } from "#contract/assessments/answers.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { usePlace } from "#src/lib/capture/input/use-place.ts";
import { MediaIcon } from "#src/lib/evidence/media.tsx";
import { Button } from "#src/ui/button.tsx";

type Props = { value: AnswerValue | null; busy: boolean; onAnswer(value: AnswerValue): void };

/** The device's location, if the user chooses to share it. */
export function PlaceAnswer({ value, busy, onAnswer }: Props) {
	const { state, isSupported, read } = usePlace((place) => onAnswer({ type: "place", place }));
	const reading = state.status === "reading";
	return (
		<div className="grid gap-3">
			{value?.type === "place" && (
				<p className="flex items-center gap-2 text-15 tabular-nums">
					<MediaIcon name="place" />
					<span className="wrap-anywhere min-w-0">{placeText(value.place)}</span>
				</p>
			)}
			{isSupported ? (
				<Button variant="primary" wide disabled={busy || reading} onClick={read}>
					{reading ? "Finding where this is…" : value?.type === "place" ? "Find it again" : "Add where this is"}
				</Button>
			) : (
				<p className="text-15">This browser cannot find the place. Write it in the note.</p>
			)}
			{state.status === "idle" && state.trouble !== null && (
				<p role="alert" className="text-15 text-high">
					{state.trouble}
				</p>
			)}
		</div>
	);
}
