import type { Outbox } from "../surface.ts";

/** The part of `navigator` that sets a badge on the app's icon. */
export type BadgeHost = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };

/** Shows the number of waiting entries on the app's icon, if the platform can. Never rejects: it is optional. */
export async function showBadge(outbox: Pick<Outbox, "count">, host: BadgeHost): Promise<void> {
	if (!host.setAppBadge) return;
	try {
		const count = await outbox.count();
		await (count > 0 ? host.setAppBadge(count) : host.clearAppBadge?.());
	} catch {
		// Not installed, not permitted, or no storage. The screens show the count as well.
	}
}
