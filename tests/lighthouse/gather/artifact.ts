import type { Manifest } from "./manifest.ts";

/** A picture that the manifest or the document names: what was declared, what arrived, and what it shows. */
export type Picture = {
	url: string;
	/** As declared: "192x192", or "any". */
	sizes: string[];
	purposes: string[];
	/** Of a screenshot. */
	formFactor: string | null;
	/** The answer's status; 0 if there was none. */
	status: number;
	/** Null if the browser could not decode it. */
	seen: Seen | null;
};

/** What the browser saw when it decoded a picture. */
export type Seen = {
	width: number;
	height: number;
	/** How much of the picture is not opaque: 0 to 1. */
	transparent: number;
	/** How much of what is drawn (everything that differs from the corner) is outside the circle that masks leave: 0 to 1. */
	cutByMask: number;
};

type Shortcut = { name: string; url: string; inScope: boolean; status: number; icons: Picture[] };

/** A navigation with the network off. */
export type Visit = {
	url: string;
	/** 0 if the browser showed its own error page. */
	status: number;
	fromWorker: boolean;
	title: string;
	heading: string;
};

/** A part that needs another one that is missing: it counts as failed, with this reason. */
type Untried = { tried: false; reason: string };

export type Offline = { tried: true; start: Visit; routes: Visit[]; unknown: Visit } | Untried;

export type Worker = {
	script: string;
	scope: string;
	controlsPage: boolean;
	/** The scope covers the manifest's start_url. */
	coversStart: boolean;
};

/** What happened to the worker with the changed script. */
export type UpdateFound = "nothing" | "waits" | "took over" | "thrown away" | "still installing";

/** Everything the audits judge. Only facts: audits/ decides what is good or bad. */
export type PwaArtifact = {
	url: string;
	manifest: Manifest | null;
	manifestErrors: string[];
	installErrors: string[];
	icons: Picture[];
	screenshots: Picture[];
	shortcuts: Shortcut[];
	touchIcons: Picture[];
	themeColors: string[];
	worker: Worker | null;
	/** What the worker's caches hold, and what the server now answers for the same address, without following redirects. */
	cached: { url: string; status: number }[];
	offline: Offline;
	update: { tried: true; found: UpdateFound } | Untried | null;
	queue: { tried: true; before: number; after: number } | Untried | null;
	viewport: string | null;
	widths: { screen: number; content: number }[];
	/** Window listeners that keep a page from being left or cached. */
	leaveListeners: string[];
	/** Why the browser did not keep the page in the back/forward cache; empty if it did. */
	notKept: string[];
};
