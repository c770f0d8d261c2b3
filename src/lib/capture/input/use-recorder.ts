import { useCallback, useEffect, useRef, useState } from "react";
import { clockText } from "#contract/format/time.ts";
import { type Given, plainType } from "../files/given.ts";

export type Recording =
	| { status: "idle"; trouble: string | null }
	/** The browser is asking for permission. */
	| { status: "asking" }
	/** `since`: when it started, in milliseconds. */
	| { status: "recording"; since: number };

/** Types the server can play back; the first one the browser can record is used. */
const TYPES = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

const ENDINGS: Readonly<Record<string, string>> = { "audio/webm": "webm", "audio/mp4": "m4a", "audio/ogg": "ogg" };

/** Enough for speech; a minute takes about 250 kB. */
const BITS_PER_SECOND = 32_000;

export const canRecord = (): boolean =>
	typeof MediaRecorder !== "undefined" && navigator.mediaDevices?.getUserMedia !== undefined;

function whyNot(error: unknown): string {
	switch (error instanceof DOMException ? error.name : "") {
		case "NotAllowedError":
			return "This page may not use the microphone. Allow it in the browser’s settings for this page, then try again.";
		case "NotFoundError":
			return "No microphone was found on this device.";
		case "NotReadableError":
			return "The microphone is in use by another app. Close it, then try again.";
		default:
			return "The recording could not be started. Try again, or add a sound file instead.";
	}
}

/** Records voice notes. `onRecorded` is called with each one that was kept. */
export function useRecorder(onRecorded: (given: Given) => void) {
	const [state, setState] = useState<Recording>({ status: "idle", trouble: null });
	const recorder = useRef<MediaRecorder | null>(null);
	const keeps = useRef(false);
	const done = useRef(onRecorded);
	done.current = onRecorded;

	const stop = useCallback((keep: boolean) => {
		keeps.current = keep;
		if (recorder.current?.state === "recording") recorder.current.stop();
	}, []);
	// Leaving the screen stops the recording; what was recorded so far is kept.
	useEffect(() => () => stop(true), [stop]);

	async function start(): Promise<void> {
		if (state.status !== "idle") return;
		setState({ status: "asking" });
		let stream: MediaStream;
		try {
			stream = await navigator.mediaDevices.getUserMedia({ audio: true });
		} catch (error) {
			setState({ status: "idle", trouble: whyNot(error) });
			return;
		}
		const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
		const made = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
		const pieces: Blob[] = [];
		made.ondataavailable = ({ data }) => pieces.push(data);
		made.onstop = async () => {
			for (const track of stream.getTracks()) track.stop();
			recorder.current = null;
			setState({ status: "idle", trouble: null });
			if (!keeps.current) return;
			const blob = new Blob(pieces);
			if (blob.size === 0) return;
			const type = plainType(made.mimeType);
			const name = `Voice note ${clockText(Date.now()).replaceAll(":", ".")}.${ENDINGS[type] ?? "bin"}`;
			done.current({ name, type, bytes: await blob.arrayBuffer() });
		};
		keeps.current = true;
		recorder.current = made;
		made.start();
		setState({ status: "recording", since: Date.now() });
	}

	return { state, start, stop };
}
