const KEY = "plumbline-last-tracker";

/** The tracker that the last ticket from this device went to; empty if there was none, or the browser keeps nothing. */
export function lastTracker(): string {
	try {
		return localStorage.getItem(KEY) ?? "";
	} catch {
		return "";
	}
}

export function rememberTracker(id: string): void {
	try {
		localStorage.setItem(KEY, id);
	} catch {
		// Then the first one is offered again.
	}
}
