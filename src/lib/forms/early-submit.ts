import { type RefObject, useEffect } from "react";

const early = new WeakSet<EventTarget>();

/**
 * Remembers the forms that are submitted from now on. React handles only those whose part of the page has loaded; the others have
 * `method="dialog"`, so the browser itself sends nothing.
 */
export function watchSubmits(): void {
	addEventListener("submit", ({ target }) => target && early.add(target));
}

/** Submits a form that was submitted before its part of the page had loaded. */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>): void {
	useEffect(() => {
		if (form.current && early.delete(form.current)) form.current.requestSubmit();
	}, [form]);
}
