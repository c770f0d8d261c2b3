import type { EngineState } from "#contract/scans/engines.ts";

const NUMBERS = ["", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const MEGABYTE = 1_000_000;

/** How much longer it takes, such as `about two minutes`; 0 means that the estimate was too short. */
export function aboutText(seconds: number): string {
	if (seconds === 0) return "longer than usual";
	const minutes = Math.round(seconds / 60);
	if (minutes < 1) return "less than a minute";
	return `about ${NUMBERS[minutes] ?? minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

export type ToolText = {
	/** The card's badge. */
	badge: string;
	/** Why it is not available, as a sentence; null if there is nothing more to say. */
	why: string | null;
	/** What the reader can do about it. */
	remedy: string | null;
};

/** A tool's state as its card shows it. Only operators see what is missing. */
export function toolText(state: EngineState): ToolText {
	switch (state.status) {
		case "available":
			return { badge: `Available ${state.version}`, why: null, remedy: null };
		case "unknown":
			return { badge: "Not known yet", why: null, remedy: null };
		case "installing": {
			const { download, remainingSeconds } = state;
			const mega = (bytes: number) => Math.round(bytes / MEGABYTE);
			const loaded = download && `${mega(download.done)} of ${mega(download.total)} MB downloaded.`;
			return { badge: `Being installed, ${aboutText(remainingSeconds)}`, why: loaded, remedy: null };
		}
		case "missing":
			return state.why === null
				? { badge: "Not available here", why: null, remedy: null }
				: { badge: "Not installed", why: state.why, remedy: state.remedy };
		case "off":
			return { badge: "Not installed", why: state.why, remedy: "ENGINES is off. Install it with: npm run engines" };
	}
}
