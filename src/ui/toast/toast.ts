/** An action offered by a toast. It disappears with the toast. */
export type ToastAction = {
	label: string;
	/** Where it leads, if anywhere: it is then a link, and `run` opens it without reloading the page. */
	href?: string;
	run(): void;
};

export type Toast = {
	title: string;
	text: string;
	/** Time on the screen in milliseconds, not counting pauses. */
	duration?: number;
	action?: ToastAction;
};
