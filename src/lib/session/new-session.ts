const KEY = "plumbline-new-session";

/** Whether a session has begun here whose account this device could not ask for yet. */
export const isSessionNew = (): boolean => localStorage.getItem(KEY) !== null;

export function noteSession(isNew: boolean): void {
	if (isNew) localStorage.setItem(KEY, "");
	else localStorage.removeItem(KEY);
}
