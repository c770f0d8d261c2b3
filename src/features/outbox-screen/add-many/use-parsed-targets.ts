import { useEffect, useState } from "react";
import { type Defaults, type ParsedTargets, readTargets } from "./parse-targets.ts";

/** Reads a text in slices, so that the page stays responsive. Null while it is being read. */
export function useParsedTargets(text: string, defaults: Defaults): ParsedTargets | null {
	const [read, setRead] = useState<{ text: string; defaults: Defaults; parsed: ParsedTargets } | null>(null);
	useEffect(() => {
		const reading = readTargets(text, defaults);
		let next: ReturnType<typeof setTimeout>;
		const go = () => {
			const step = reading.next();
			if (step.done) setRead({ text, defaults, parsed: step.value });
			else next = setTimeout(go);
		};
		next = setTimeout(go);
		return () => clearTimeout(next);
	}, [text, defaults]);
	return read?.text === text && read.defaults === defaults ? read.parsed : null;
}
