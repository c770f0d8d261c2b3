import { type RefObject, useEffect, useState } from "react";

const PROBLEMS = "article > details";

/** The foldable parts in `root`: all of them open for print or with a button, and a link to one opens that one. */
export function useFolds(root: RefObject<HTMLElement | null>) {
	const [allOpen, setAllOpen] = useState(false);
	const folds = (selector: string) => [...(root.current?.querySelectorAll<HTMLDetailsElement>(selector) ?? [])];
	const look = () => setAllOpen(folds(PROBLEMS).every(({ open }) => open));

	// biome-ignore lint/correctness/useExhaustiveDependencies: `folds` reads the ref when it is called.
	useEffect(() => {
		look();
		const reveal = () => {
			const target = document.getElementById(location.hash.slice(1));
			const fold = target?.querySelector<HTMLDetailsElement>(":scope > details");
			if (!fold || !root.current?.contains(fold)) return;
			fold.open = true;
			target?.scrollIntoView();
		};
		let closed: HTMLDetailsElement[] = [];
		const unfold = () => {
			closed = folds("details:not([open])");
			for (const fold of closed) fold.open = true;
		};
		const restore = () => {
			for (const fold of closed) fold.open = false;
		};
		reveal();
		addEventListener("hashchange", reveal);
		addEventListener("beforeprint", unfold);
		addEventListener("afterprint", restore);
		return () => {
			removeEventListener("hashchange", reveal);
			removeEventListener("beforeprint", unfold);
			removeEventListener("afterprint", restore);
		};
	}, [root]);

	return {
		allOpen,
		/** Call it after one was opened or closed. */
		look,
		toggleAll() {
			for (const fold of folds(PROBLEMS)) fold.open = !allOpen;
			look();
		},
	};
}
