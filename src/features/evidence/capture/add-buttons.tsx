import type { ReactNode } from "react";
import { useWakeLock } from "#src/lib/device/use-wake-lock.ts";
import { MediaIcon } from "#src/lib/evidence/media.tsx";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import type { Given } from "./given.ts";
import { canPaste, pastedFiles } from "./pasted-files.ts";
import { recordedText } from "./recorded-text.ts";
import { canRecord, useRecorder } from "./use-recorder.ts";

const TILE =
	"flex min-h-16 cursor-pointer items-center gap-3 rounded-control border border-line-strong bg-raised px-3 text-start font-semibold text-15 hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2";

type ChooseProps = {
	/** Only where a thumb points: elsewhere there is no camera behind it. */
	touchOnly?: boolean;
	input: { accept?: string; capture?: "environment"; multiple?: boolean };
	onFiles(files: File[]): Promise<void>;
	children: ReactNode;
};

function ChooseTile({ touchOnly = false, input, onFiles, children }: ChooseProps) {
	return (
		<label className={touchOnly ? `${TILE} pointer-fine:hidden` : TILE}>
			{children}
			<input
				{...input}
				type="file"
				className="sr-only"
				onChange={({ currentTarget }) => {
					// The bytes are being copied before this handler ends. Emptied only after that, it can give the same file again.
					void onFiles([...(currentTarget.files ?? [])]).finally(() => {
						currentTarget.value = "";
					});
				}}
			/>
		</label>
	);
}

type Props = {
	/** Begins to copy their bytes before it returns. `called`: what a file without a name is called. */
	onFiles(files: readonly File[], called: string): Promise<void>;
	onRecorded(given: Given): void;
	/** Why nothing could be pasted. */
	onTrouble(message: string): void;
};

/** The ways in which something becomes evidence. */
export function AddButtons({ onFiles, onRecorded, onTrouble }: Props) {
	const { state, start, stop } = useRecorder(onRecorded);
	const recording = state.status === "recording";
	const now = useNow(recording);
	useWakeLock(recording);
	if (recording) {
		return (
			<div className="rounded-control border border-ink bg-raised p-4">
				<p className="flex items-center gap-3 font-semibold text-17 tabular-nums">
					<MediaIcon name="sound" />
					<span role="timer" aria-label="Recording">
						Recording {recordedText(now - state.since)}
					</span>
				</p>
				<div className="mt-4 flex flex-wrap gap-3">
					<Button variant="primary" onClick={() => stop(true)}>
						Stop and keep
					</Button>
					<Button variant="plain" onClick={() => stop(false)}>
						Throw away
					</Button>
				</div>
			</div>
		);
	}
	return (
		<>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
				<ChooseTile
					touchOnly
					input={{ accept: "image/*", capture: "environment" }}
					onFiles={(files) => onFiles(files, "Photo")}
				>
					<MediaIcon name="camera" />
					Take a photo
				</ChooseTile>
				<ChooseTile input={{ multiple: true }} onFiles={(files) => onFiles(files, "File")}>
					<MediaIcon name="file" />
					Choose files
				</ChooseTile>
				{canRecord() && (
					<button type="button" disabled={state.status === "asking"} onClick={() => void start()} className={TILE}>
						<MediaIcon name="sound" />
						{state.status === "asking" ? "Waiting for the microphone…" : "Record a voice note"}
					</button>
				)}
				{canPaste() && (
					<button
						type="button"
						onClick={() =>
							void pastedFiles().then((pasted) =>
								pasted.ok ? onFiles(pasted.files, "Pasted") : onTrouble(pasted.message),
							)
						}
						className={TILE}
					>
						<MediaIcon name="paste" />
						Paste
					</button>
				)}
			</div>
			{state.status === "idle" && state.trouble !== null && (
				<p role="alert" className="mt-3 text-15 text-high">
					{state.trouble}
				</p>
			)}
		</>
	);
}
