import { ChooseFiles } from "#src/lib/capture/choose-files.tsx";
import type { Given } from "#src/lib/capture/files/given.ts";
import { RecordingPanel } from "#src/lib/capture/input/recording-panel.tsx";
import { canRecord, useRecorder } from "#src/lib/capture/input/use-recorder.ts";
import { MediaIcon } from "#src/lib/evidence/media.tsx";

const canPaste = (): boolean => typeof navigator.clipboard?.read === "function";

type Pasted = { ok: true; files: File[] } | { ok: false; message: string };

const NOTHING: Pasted = { ok: false, message: "There is no picture to paste. Copy one first." };

/** The pictures on the clipboard, for a button: phones have no keyboard shortcut to paste. */
async function pastedFiles(): Promise<Pasted> {
	try {
		const files: File[] = [];
		for (const item of await navigator.clipboard.read()) {
			const type = item.types.find((one) => one.startsWith("image/"));
			if (type) files.push(new File([await item.getType(type)], "image", { type }));
		}
		return files.length > 0 ? { ok: true, files } : NOTHING;
	} catch {
		return { ok: false, message: "The browser did not allow it. Use the keys for paste, or choose a file." };
	}
}

const TILE =
	"flex min-h-16 cursor-pointer items-center gap-3 rounded-control border border-line-strong bg-raised px-3 text-start font-semibold text-15 hover:border-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2";

type Props = {
	/** Starts copying their bytes before it returns. `called`: the name for a file that has none. */
	onFiles(files: readonly File[], called: string): Promise<void>;
	onRecorded(given: Given): void;
	/** Why nothing could be pasted. */
	onTrouble(message: string): void;
};

/** The ways to add evidence. */
export function AddButtons({ onFiles, onRecorded, onTrouble }: Props) {
	const { state, start, stop } = useRecorder(onRecorded);
	if (state.status === "recording") return <RecordingPanel since={state.since} onStop={stop} />;
	return (
		<>
			<div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
				{/* Only on touch screens: elsewhere it would not open a camera. */}
				<ChooseFiles
					className={`${TILE} pointer-fine:hidden`}
					input={{ accept: "image/*", capture: "environment" }}
					onFiles={(files) => onFiles(files, "Photo")}
				>
					<MediaIcon name="camera" />
					Take a photo
				</ChooseFiles>
				<ChooseFiles className={TILE} input={{ multiple: true }} onFiles={(files) => onFiles(files, "File")}>
					<MediaIcon name="file" />
					Choose files
				</ChooseFiles>
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
