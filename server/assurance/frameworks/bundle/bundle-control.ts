/** A control in a bundle, with its tests. */
export type BundleControl = {
	id: string;
	code: string;
	title: string;
	objective: string;
	kind: string;
	state: string;
	reason: string;
	owner: string;
	/** In the bundle's framework. */
	requirements: string[];
	tests: { id: string; title: string; kind: string; everyDays: number; active: boolean; spec: unknown }[];
};
