/** Runs `task` when the page has loaded, so that it takes nothing from the first paint. A plain `load` listener never fires when this is called late. */
export function afterLoad(task: () => void): void {
	if (document.readyState === "complete") task();
	else addEventListener("load", task, { once: true });
}
