const KEY = "plumbline-new-session";

/** Whether a session began here and this device could not load its account yet. */
export const isSessionNew = (): boolean => localStorage.getItem(KEY) !== null;

export function noteSession(isNew: boolean): void {
	if (isNew) localStorage.setItem(KEY, "");
	else localStorage.removeItem(KEY);
}
