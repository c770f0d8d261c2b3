/**
 * The message that replaces a longer form may be above the visible area if the form was scrolled. It gets the focus and is scrolled into
 * view.
 */
export function showThanks(thanks: HTMLElement | null): void {
	thanks?.focus({ preventScroll: true });
	thanks?.scrollIntoView({ block: "nearest" });
}
