/** The tab of scheduled scans. */
export const schedules = {
	/** Specification, section 2: what samples say. */
	sampleCount: 2,
	none: "No Scheduled Scans",
	button: "Schedule a scan",
	title: "Schedules need an account",
	text: "Sign in to run scans on a schedule: once, daily, on days of the week or month, or by a cron expression. We email you what changed.",
	signIn: "Sign in",
	instead: "Start a scan now",
} as const;
