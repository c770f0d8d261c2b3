/**
 * Runs `task` after the page has loaded, so it doesn't delay the first paint. A plain `load` listener would never fire if this is called
 * late.
 */
export function afterLoad(task: () => void): void {
	if (document.readyState === "complete") task();
	else addEventListener("load", task, { once: true });
}
