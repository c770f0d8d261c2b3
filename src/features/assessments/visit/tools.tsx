import { type ReactNode, useState } from "react";
import { ChooseFiles } from "#src/lib/capture/choose-files.tsx";
import type { Given } from "#src/lib/capture/files/given.ts";
import { RecordingPanel } from "#src/lib/capture/input/recording-panel.tsx";
import { canRecord, useRecorder } from "#src/lib/capture/input/use-recorder.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { MediaIcon } from "#src/lib/evidence/media.tsx";
import { Button } from "#src/ui/button.tsx";
import { canDictate, useDictation } from "./use-dictation.ts";

const TOOL =
	"flex min-h-14 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-control border border-line-strong bg-raised px-1 text-center font-semibold text-13 hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 disabled:cursor-default disabled:text-quiet";

type Props = {
	/** Null if no more files can be added, or the member may not add any. */
	onFiles: ((files: File[]) => Promise<void>) | null;
	onRecorded(given: Given): void;
	onNote(): void;
	/** Gets what was dictated, sentence by sentence. */
	onDictated(text: string): void;
};

function Trouble({ children }: { children: ReactNode }) {
	return (
		<p role="alert" className="mt-2 text-15 text-high">
			{children}
		</p>
	);
}

/** What an answer can have besides its value, each one tap away. */
export function Tools({ onFiles, onRecorded, onNote, onDictated }: Props) {
	const online = useOnline();
	const dictation = useDictation(onDictated);
	const recorder = useRecorder(onRecorded);
	const [dictationFailed, setDictationFailed] = useState(false);
	const trouble = dictation.state.status === "idle" ? dictation.state.trouble : null;
	if (trouble !== null && !dictationFailed) setDictationFailed(true);
	// Browsers send the audio to a server for transcription.
	const dictates = canDictate() && online && !dictationFailed;
	if (recorder.state.status === "recording") {
		return <RecordingPanel since={recorder.state.since} onStop={recorder.stop} />;
	}
	if (dictation.state.status === "listening") {
		return (
			<div className="rounded-control border border-ink bg-raised p-4">
				<p role="status" className="flex items-center gap-3 font-semibold text-17">
					<MediaIcon name="sound" />
					Listening
				</p>
				<p className="mt-1 text-13 text-quiet">Your browser’s maker may get what you say, to write it down.</p>
				<div className="mt-3">
					<Button variant="primary" onClick={dictation.stop}>
						Stop
					</Button>
				</div>
			</div>
		);
	}
	const recorderTrouble = recorder.state.status === "idle" ? recorder.state.trouble : null;
	return (
		<>
			<div className="grid auto-cols-fr grid-flow-col gap-2 [@container(width<16rem)]:grid-flow-row">
				{onFiles && (
					<ChooseFiles className={TOOL} input={{ accept: "image/*", capture: "environment" }} onFiles={onFiles}>
						<MediaIcon name="camera" />
						Photo
					</ChooseFiles>
				)}
				{onFiles && (
					<ChooseFiles className={`${TOOL} md:hidden`} input={{ accept: "image/*", multiple: true }} onFiles={onFiles}>
						<MediaIcon name="picture" />
						Gallery
					</ChooseFiles>
				)}
				<button type="button" onClick={onNote} className={TOOL}>
					<MediaIcon name="note" />
					Note
				</button>
				{dictates ? (
					<button type="button" onClick={dictation.start} className={TOOL}>
						<MediaIcon name="sound" />
						Dictate
					</button>
				) : (
					onFiles &&
					canRecord() && (
						<button
							type="button"
							disabled={recorder.state.status === "asking"}
							onClick={() => void recorder.start()}
							className={TOOL}
						>
							<MediaIcon name="sound" />
							Voice note
						</button>
					)
				)}
				{onFiles && (
					<ChooseFiles className={`${TOOL} max-md:hidden`} input={{ multiple: true }} onFiles={onFiles}>
						<MediaIcon name="file" />
						File
					</ChooseFiles>
				)}
			</div>
			{trouble !== null && <Trouble>{trouble}</Trouble>}
			{recorderTrouble !== null && <Trouble>{recorderTrouble}</Trouble>}
		</>
	);
}
