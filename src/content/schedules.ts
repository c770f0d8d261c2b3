/** The tab of scheduled scans, until there are schedules. */
export const schedules = {
	/** Specification, section 2: what samples say. */
	sampleCount: 2,
	none: "No Scheduled Scans",
	button: "Schedule a scan",
	title: "Schedules are not there yet",
	text: "A scan cannot be repeated by the clock yet. A finished one can be run again with one press from Scan History, and a new one can be started now.",
	instead: "Start a scan now",
} as const;
