/**
 * What stands where a longer form was: above the screen, as far as the form was scrolled. It gets the focus, and comes into view
 * if it is not.
 */
export function showThanks(thanks: HTMLElement | null): void {
	thanks?.focus({ preventScroll: true });
	thanks?.scrollIntoView({ block: "nearest" });
}
