import { useWakeLock } from "#src/lib/device/use-wake-lock.ts";
import { MediaIcon } from "#src/lib/evidence/media.tsx";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";

/** `0:07`, `12:40`: a duration. Never negative, even right after the clock was set back. */
export function recordedText(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

type Props = {
	/** When the recording started, in milliseconds. */
	since: number;
	onStop(keep: boolean): void;
};

/** Shown while a voice note is being recorded. The screen stays on. */
export function RecordingPanel({ since, onStop }: Props) {
	const now = useNow();
	useWakeLock(true);
	return (
		<div className="rounded-control border border-ink bg-raised p-4">
			<p className="flex items-center gap-3 font-semibold text-17 tabular-nums">
				<MediaIcon name="sound" />
				<span role="timer" aria-label="Recording">
					Recording {recordedText(now - since)}
				</span>
			</p>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button variant="primary" onClick={() => onStop(true)}>
					Stop and keep
				</Button>
				<Button variant="plain" onClick={() => onStop(false)}>
					Throw away
				</Button>
			</div>
		</div>
	);
}
