/** Timings set by the specification (section 9), in milliseconds. */
export const timings = {
	landingScanToast: 8000,
	toast: 5000,
	/** Each form of the public site: how long it is busy, and how long it shows the thank-you message. */
	newsletter: { busy: 1000, done: 3000 },
	waitlist: { busy: 1500, done: 5000 },
	/** How long each reason shows before the next one. */
	reason: 4000,
	/** When the note that someone joined appears, counted from the page load, and how long it stays. */
	joins: { at: [5000, 7000, 9000, 11_000, 13_000], shown: 9000, ownShown: 3000 },
} as const;
