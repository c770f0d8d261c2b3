/** `newest`: the server has nothing else. `newer`: another version is being installed. */
export type UpdateCheck = "newest" | "newer" | "no-answer" | "no-worker";

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
	navigator.serviceWorker?.getRegistration() ?? Promise.resolve(undefined);

/** Asks the server for a newer version. If there is one, the usual update prompt offers it. */
export async function checkForUpdate(): Promise<UpdateCheck> {
	const registration = await registered();
	if (!registration) return "no-worker";
	if (registration.waiting) return "newer";
	if (!navigator.onLine) return "no-answer";
	try {
		await registration.update();
	} catch {
		return "no-answer";
	}
	return registration.installing || registration.waiting ? "newer" : "newest";
}

/** The part of the page's script address that changes with every build; null in development. */
export const buildName = (): string | null => {
	const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]');
	return /-([\w-]{8})\.js$/.exec(script?.src ?? "")?.[1] ?? null;
};

/** The state of the worker that controls this page. */
export async function workerText(): Promise<string> {
	const registration = await registered();
	if (!registration) return "None in this browser";
	if (registration.waiting) return "A new version is waiting for a reload";
	if (registration.installing) return "Installing";
	return navigator.serviceWorker.controller ? "Active" : "Active from the next page";
}
