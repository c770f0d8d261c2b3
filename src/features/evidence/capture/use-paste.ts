import { useEffect, useRef } from "react";

/** Calls back with the files that are pasted anywhere on the page, in the handler of the event itself. Pasted text goes where it goes. */
export function usePaste(onFiles: (files: readonly File[]) => void): void {
	const called = useRef(onFiles);
	called.current = onFiles;
	useEffect(() => {
		const onPaste = (event: ClipboardEvent) => {
			const files = [...(event.clipboardData?.files ?? [])];
			if (files.length === 0) return;
			event.preventDefault();
			called.current(files);
		};
		document.addEventListener("paste", onPaste);
		return () => document.removeEventListener("paste", onPaste);
	}, []);
}
