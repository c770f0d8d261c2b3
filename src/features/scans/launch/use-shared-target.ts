import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { sharedTarget, withoutShared } from "./shared-target.ts";
import type { useLaunch } from "./use-launch.ts";

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
	// biome-ignore lint/correctness/useExhaustiveDependencies: closing the form is looked at too.
	useEffect(() => {
		if (target !== null) look(target);
	}, [target, isOpen]);
}
