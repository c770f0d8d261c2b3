import type { Puppeteer } from "lighthouse";

/** What the gatherer has to be told about a product. Everything else it finds by itself. */
export type PwaSettings = {
	/** Paths that must open with the network off. */
	routes: string[];
	/** Also every page in the worker's caches: once for a build is enough, it takes a fifth of a second for each. */
	keptPages: boolean;
	/** The page served in place of those that are not kept: asked for by name it comes as itself, and that is right. */
	offlinePage: string;
	/** Makes the server answer with a changed worker script, until it is called with false. */
	changeWorker?: (changed: boolean) => void;
	/** A request that is to wait for the network. */
	queue?: {
		path: string;
		/** Asks for it in a tab that is offline; resolves once the product says that it is kept. */
		enqueue(tab: Puppeteer.Page): Promise<void>;
		/** How many requests the product says are waiting. */
		count(tab: Puppeteer.Page): Promise<number>;
	};
};
