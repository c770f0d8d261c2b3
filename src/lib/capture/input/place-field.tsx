import type { Place } from "#contract/evidence/place.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { MediaIcon } from "#src/lib/evidence/media.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { usePlace } from "./use-place.ts";

type Props = { place: Place | null; disabled: boolean; onPlace(place: Place | null): void };

/** The location, read only when the user asks for it. */
export function PlaceField({ place, disabled, onPlace }: Props) {
	const { state, isSupported, read } = usePlace(onPlace);
	if (place) {
		return (
			<div className="flex flex-wrap items-center gap-x-4">
				<p className="flex min-w-0 items-center gap-2 text-15 tabular-nums">
					<MediaIcon name="place" />
					<span className="wrap-anywhere">{placeText(place)}</span>
				</p>
				<TextButton disabled={disabled} aria-label="Remove where this is" onClick={() => onPlace(null)}>
					Remove
				</TextButton>
			</div>
		);
	}
	if (!isSupported) return null;
	const reading = state.status === "reading";
	return (
		<div>
			<TextButton disabled={disabled || reading} onClick={read}>
				{reading ? "Finding where this is…" : "Add where this is"}
			</TextButton>
			{state.status === "idle" && state.trouble !== null && (
				<p role="alert" className="text-15 text-high">
					{state.trouble}
				</p>
			)}
		</div>
	);
}
