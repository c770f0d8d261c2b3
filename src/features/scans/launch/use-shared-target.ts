import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { SHARE_FIELDS } from "#contract/reports/share.ts";
import type { useLaunch } from "./use-launch.ts";

/** How a page shared to the app arrives (sw/share.ts): in the query of the scans screen. */
const { files: _, ...NAMES } = SHARE_FIELDS;

const WEB_ADDRESS = /https?:\/\/[^\s"'<>“”«»]+/i;

/**
 * The address of a shared page; null if none was shared. Systems disagree on where it goes: most put it into the text,
 * among other words.
 */
export function sharedTarget(query: URLSearchParams): string | null {
	for (const name of [NAMES.url, NAMES.text, NAMES.title]) {
		const found = WEB_ADDRESS.exec(query.get(name) ?? "")?.[0];
		// Trailing punctuation usually belongs to the sentence, not the address.
		if (found) return found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, "");
	}
	return null;
}

/** The query without the shared page. */
const withoutShared = (query: URLSearchParams): URLSearchParams =>
	new URLSearchParams([...query].filter(([name]) => !Object.values<string>(NAMES).includes(name)));

/** Opens the form for a page that was shared to the app. It stays in the address until the form is closed. */
export function useSharedTarget({ open, run }: Pick<ReturnType<typeof useLaunch>, "open" | "run">): void {
	const [query, setQuery] = useSearchParams();
	const target = sharedTarget(query);
	const shown = useRef<string | null>(null);
	const isOpen = open !== null;
	const look = useEffectEvent((shared: string) => {
		if (shown.current !== shared) {
			shown.current = shared;
			run("combined", shared);
		} else if (!isOpen) {
			shown.current = null;
			setQuery(withoutShared, { replace: true });
		}
	});
	// biome-ignore lint/correctness/useExhaustiveDependencies: closing the form must also run this.
	useEffect(() => {
		if (target !== null) look(target);
	}, [target, isOpen]);
}
