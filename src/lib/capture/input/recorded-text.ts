/** `0:07`, `12:40`: how long something is. Never below nothing, also right after the clock was set back. */
export function recordedText(ms: number): string {
	const seconds = Math.max(0, Math.floor(ms / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
