/** The tab of scheduled scans. */
export const schedules = {
	/** Specification, section 2: what samples say. */
	sampleCount: 2,
	none: "No Scheduled Scans",
	button: "Schedule a scan",
	title: "Schedules belong to an account",
	text: "Sign in, and a scan runs by the clock: once, every day, on days of the week or month, or by a cron expression. What its runs change is mailed to you.",
	signIn: "Sign in",
	instead: "Start a scan now",
} as const;
