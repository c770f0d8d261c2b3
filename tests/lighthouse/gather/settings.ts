import type { Puppeteer } from "lighthouse";

/** What the gatherer has to know about a product. It finds everything else by itself. */
export type PwaSettings = {
	/** Paths that must open with the network off. */
	routes: string[];
	/** Also every page in the worker's caches: once per build is enough, because each takes a fifth of a second. */
	keptPages: boolean;
	/** The page served in place of pages that are not stored: requested by name it comes as itself, which is right. */
	offlinePage: string;
	/** Makes the server answer with a changed worker script, until it is called with false. */
	changeWorker?: (changed: boolean) => void;
	/** A request that is meant to wait for the network. */
	queue?: {
		path: string;
		/** Makes the request in an offline tab; resolves once the product says that it is stored. */
		enqueue(tab: Puppeteer.Page): Promise<void>;
		/** How many requests the product says are waiting. */
		count(tab: Puppeteer.Page): Promise<number>;
	};
};
