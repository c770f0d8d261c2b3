import { useEffect, useRef, useState } from "react";

/** The parts of the Web Speech API that we use. TypeScript has no types for it. */
type Recognition = {
	lang: string;
	continuous: boolean;
	onresult:
		| ((event: {
				resultIndex: number;
				results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
		  }) => void)
		| null;
	onerror: ((event: { error: string }) => void) | null;
	onend: (() => void) | null;
	start(): void;
	stop(): void;
	abort(): void;
};
type Window = { SpeechRecognition?: new () => Recognition; webkitSpeechRecognition?: new () => Recognition };

const speechRecognition = () => (window as Window).SpeechRecognition ?? (window as Window).webkitSpeechRecognition;

export const canDictate = (): boolean => speechRecognition() !== undefined;

export type Dictation = { status: "idle"; trouble: string | null } | { status: "listening" };

const whyNot = (error: string): string | null => {
	switch (error) {
		case "aborted":
		case "no-speech":
			return null;
		case "not-allowed":
			return "This page may not use the microphone. Allow it in the browser’s settings for this page, then try again.";
		default:
			return "Dictation does not work here now. Record a voice note instead.";
	}
};

/** Transcribes speech. `onText` gets each sentence. */
export function useDictation(onText: (text: string) => void) {
	const [state, setState] = useState<Dictation>({ status: "idle", trouble: null });
	const running = useRef<Recognition | null>(null);
	const heard = useRef(onText);
	heard.current = onText;
	useEffect(() => () => running.current?.abort(), []);
	return {
		state,
		start(): void {
			const Recognition = speechRecognition();
			if (!Recognition || running.current) return;
			const recognition = new Recognition();
			let trouble: string | null = null;
			recognition.lang = navigator.language;
			recognition.continuous = true;
			recognition.onresult = ({ resultIndex, results }) => {
				for (const result of Array.from(results).slice(resultIndex)) {
					if (result.isFinal) heard.current(result[0]?.transcript.trim() ?? "");
				}
			};
			recognition.onerror = ({ error }) => {
				trouble = whyNot(error);
			};
			recognition.onend = () => {
				running.current = null;
				setState({ status: "idle", trouble });
			};
			running.current = recognition;
			recognition.start();
			setState({ status: "listening" });
		},
		stop: () => running.current?.stop(),
	};
}
