/** What a toast lets one do. It goes away with it. */
export type ToastAction = {
	label: string;
	/** Where it leads, if anywhere: then it is a link, and `run` opens it without loading the page anew. */
	href?: string;
	run(): void;
};

export type Toast = {
	title: string;
	text: string;
	/** Milliseconds on the screen, not counting pauses. */
	duration?: number;
	action?: ToastAction;
};
