/** A run in the window. */
export type BundleRun = {
	id: string;
	control: string;
	test: string;
	host: string;
	at: string;
	windowFrom: string;
	windowTo: string;
	result: string;
	reason: string;
	expiresOn: string;
	by: string;
	scanId: string | null;
	evidenceId: string | null;
};
