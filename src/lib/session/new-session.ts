const KEY = "plumbline-new-session";

/** Whether a session started here but this device could not load its account yet. */
export function isSessionNew(): boolean {
	try {
		return localStorage.getItem(KEY) !== null;
	} catch {
		// Storage is disabled, so nothing was noted.
		return false;
	}
}

export function noteSession(isNew: boolean): void {
	if (isNew) localStorage.setItem(KEY, "");
	else localStorage.removeItem(KEY);
}
