import { type Defaults, type ParsedTargets, readTargets } from "#src/features/outbox-screen/add-many/parse-targets.ts";

/** Reads pasted targets to the end, as a page with nothing else to do. */
export function parseTargets(text: string, defaults: Defaults): ParsedTargets {
	const reading = readTargets(text, defaults);
	for (;;) {
		const step = reading.next();
		if (step.done) return step.value;
	}
}
