import type { Manifest } from "./manifest.ts";

/** A picture that the manifest or the document names: what is declared, what came, and what it shows. */
export type Picture = {
	url: string;
	/** As declared: "192x192", or "any". */
	sizes: string[];
	purposes: string[];
	/** Of a screenshot. */
	formFactor: string | null;
	/** The answer's status; 0 when there was none. */
	status: number;
	/** Null when the browser could not decode it. */
	seen: Seen | null;
};

/** What the browser saw when it decoded a picture. */
export type Seen = {
	width: number;
	height: number;
	/** How much of the picture is not opaque: 0 to 1. */
	transparent: number;
	/** How much of what is drawn (all that differs from the corner) lies outside the circle that masks leave: 0 to 1. */
	cutByMask: number;
};

type Shortcut = { name: string; url: string; inScope: boolean; status: number; icons: Picture[] };

/** A navigation with the network off. */
export type Visit = {
	url: string;
	/** 0 when the browser showed its own error page. */
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

/** Everything the audits judge. Only facts: what is good or bad is said in audits/. */
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
	/** What the worker's caches hold, and what the server says to the same address now, redirects not followed. */
	cached: { url: string; status: number }[];
	offline: Offline;
	update: { tried: true; found: UpdateFound } | Untried | null;
	queue: { tried: true; before: number; after: number } | Untried | null;
	viewport: string | null;
	widths: { screen: number; content: number }[];
	/** Listeners of the window that hold a page back from being left or kept. */
	leaveListeners: string[];
	/** Why the browser did not keep the page for the way back; empty when it did. */
	notKept: string[];
};
