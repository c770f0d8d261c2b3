/**
 * Keeps an element in front of what is open. A modal dialog makes everything outside itself inert and lies above it, whatever its
 * `z-index`: the element moves into the dialog that was opened last, and back to the page when that closes.
 */
export function keepAboveDialogs(element: HTMLElement): void {
	const place = () => {
		const open = [...document.querySelectorAll<HTMLElement>("dialog:modal")];
		// A dialog opened from another stands inside it or after it.
		const home = open.at(-1) ?? document.body;
		if (element.parentElement !== home) home.append(element);
	};
	new MutationObserver((changes) => {
		// `showModal` and `close` set and remove the attribute. A dialog taken away while it is open takes what is in it along.
		if (!element.isConnected || changes.some(({ type }) => type === "attributes")) place();
	}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
	place();
}
