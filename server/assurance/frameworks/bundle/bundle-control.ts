/** A control in a bundle, with its tests. */
export type BundleControl = {
	id: string;
	code: string;
	title: string;
	objective: string;
	kind: string;
	state: string;
	/** The day (UTC) on which it was retired, in the window or after it; null if it is not. */
	retiredOn: string | null;
	reason: string;
	owner: string;
	/** Hosts that do not count for it, each with the reason, who gave it, and when. */
	leftOut: { host: string; reason: string; by: string; at: string }[];
	/** In the bundle's framework. */
	requirements: string[];
	tests: { id: string; title: string; kind: string; everyDays: number; active: boolean; spec: unknown }[];
};
