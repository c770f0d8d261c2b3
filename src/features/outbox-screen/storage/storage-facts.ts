import { sizeText } from "#contract/format/size.ts";

/** What the browser says about its storage and features. Undefined where the platform does not have it. */
export type StorageHost = {
	storage?:
		| {
				persisted?(): Promise<boolean>;
				estimate?(): Promise<{ usage?: number; quota?: number }>;
		  }
		| undefined;
	userAgent: string;
	/** Whether the app was opened from the home screen. */
	installed: boolean;
	locks: boolean;
	channel: boolean;
	sync: boolean;
	badge: boolean;
};

export type StorageFacts = {
	/** Sentences for the screen, most important first. */
	sentences: string[];
};

const MEGABYTE = 1_000_000;
/** Chromium and Safari give a private window a small part of the disk. Firefox does not show it. */
const PRIVATE_QUOTA = 600 * MEGABYTE;

/** An iPhone or iPad. An iPad calls itself a Mac; `browserHost` detects it by its touch points. */
const isIos = (userAgent: string): boolean => /iPhone|iPad|iPod/.test(userAgent);

/** Describes in plain words what is known about storage and what the platform lacks. Never rejects. */
export async function storageFacts(host: StorageHost): Promise<StorageFacts> {
	const persisted = await host.storage?.persisted?.().catch(() => undefined);
	const { usage, quota } = (await host.storage?.estimate?.().catch(() => undefined)) ?? {};
	const sentences: string[] = [];
	if (persisted === true) sentences.push("This browser agreed to keep what is saved here.");
	else if (persisted === false) sentences.push("This browser may clear what is saved here if space runs low.");
	else sentences.push("This browser does not say how long it keeps what is saved here.");
	if (quota !== undefined && usage !== undefined) {
		const room = Math.max(0, quota - usage);
		sentences.push(`About ${sizeText(room)} of space is left.`);
		if (quota < PRIVATE_QUOTA)
			sentences.push(
				"So little space may mean that this window is private. Closing it would then delete everything saved here.",
			);
	}
	if (isIos(host.userAgent) && !host.installed)
		sentences.push(
			"In a browser tab, iOS clears what a site has saved after 7 days without a visit. To keep it, install the app: in the Share menu choose “Add to Home Screen”, then move waiting requests there with “Hand over”.",
		);
	if (!host.sync) sentences.push("This browser sends only while a page of this product is open.");
	if (!host.locks || !host.channel)
		sentences.push("Tabs can hardly coordinate in this browser, so after a crash a request may wait for a minute.");
	if (!host.badge) sentences.push("This device does not show a count on the app’s icon.");
	return { sentences };
}

/** The real host. */
export function browserHost(): StorageHost {
	const { storage, userAgent } = navigator;
	const ipad = /Macintosh/.test(userAgent) && navigator.maxTouchPoints > 1;
	return {
		storage,
		userAgent: ipad ? `${userAgent} iPad` : userAgent,
		installed: matchMedia("(display-mode: standalone)").matches,
		locks: "locks" in navigator && navigator.locks !== undefined,
		channel: typeof BroadcastChannel !== "undefined",
		sync: "ServiceWorkerRegistration" in globalThis && "sync" in ServiceWorkerRegistration.prototype,
		badge: "setAppBadge" in navigator,
	};
}
