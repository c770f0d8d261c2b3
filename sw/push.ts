import type { PushMessage } from "#contract/accounts/notifications.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";

/** A notification and the page it opens. */
export type Notice = { title: string; body: string; path: string; tag: string };

type OpenWindow = { url: string; visibilityState: string; focus(): Promise<unknown> };

/** The parts of the worker that notifications need. */
export type NoticeHost = {
	registration: Pick<ServiceWorkerRegistration, "showNotification" | "pushManager">;
	clients: {
		matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
		openWindow(url: string): Promise<unknown>;
	};
};

const TITLES: Record<PushMessage["kind"], string> = {
	"scan-finished": "Scan finished",
	"new-finding": "New serious finding",
	"part-sent": "Answers have arrived",
};
const HOME = "/dashboard";

const isMessage = (value: unknown): value is PushMessage =>
	typeof value === "object" &&
	value !== null &&
	"kind" in value &&
	typeof value.kind === "string" &&
	Object.hasOwn(TITLES, value.kind) &&
	(value.kind === "part-sent" || ("host" in value && typeof value.host === "string")) &&
	"id" in value &&
	typeof value.id === "string" &&
	/^[\da-f-]{36}$/i.test(value.id);

const isNamed = (value: unknown): value is NonNullable<PushMessage["client"]> =>
	typeof value === "object" &&
	value !== null &&
	"name" in value &&
	typeof value.name === "string" &&
	"code" in value &&
	typeof value.code === "string";

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** What to show for a push message. Even an unreadable one, such as from a newer server, has to show something. */
export function noticeOf(text: string): Notice {
	const message = parse(text);
	if (!isMessage(message)) return { title: "There is news", body: "Open the app to see it.", path: HOME, tag: "news" };
	const { kind, id } = message;
	const about = message.kind === "part-sent" ? "A section was sent through a link" : message.host;
	const screen = message.kind === "part-sent" ? "assessments" : "scans";
	const client = isNamed(message.client) ? message.client : null;
	const query =
		typeof message.workspace === "string" ? `?${new URLSearchParams({ workspace: message.workspace })}` : "";
	return {
		title: TITLES[kind],
		body: client ? `${about} (${client.name})` : about,
		path: `/dashboard${client ? `/c/${encodeURIComponent(client.code)}` : ""}/${screen}/${id}${query}`,
		tag: id,
	};
}

export const show = ({ registration }: NoticeHost, { title, body, path, tag }: Notice): Promise<void> =>
	registration.showNotification(title, {
		body,
		// A repeated notification replaces the first.
		tag,
		icon: "/icons/icon-192.png",
		badge: "/icons/monochrome-512.png",
		data: { path },
	});

/** Opens a notification's page: in the window that already shows it, or a new one, so that no form is lost. */
export async function follow({ clients }: Pick<NoticeHost, "clients">, origin: string, data: unknown): Promise<void> {
	const named = typeof data === "object" && data !== null && "path" in data ? data.path : HOME;
	const { href } = new URL(typeof named === "string" ? named : HOME, origin);
	const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
	const place = (url: string) => url.split(/[?#]/)[0];
	const there = windows.find(({ url }) => place(url) === place(href));
	if (there) await there.focus();
	else await clients.openWindow(href);
}

/** `PushSubscriptionChangeEvent`, which is not in TypeScript's library. */
export type SubscriptionChange = {
	newSubscription?: PushSubscription | null;
	oldSubscription?: PushSubscription | null;
};

/** The browser replaced the subscription: sends the new one to the server, for the session that is signed in here. */
export async function renew(
	{ registration }: Pick<NoticeHost, "registration">,
	{ newSubscription, oldSubscription }: SubscriptionChange,
	send: typeof fetch,
): Promise<void> {
	const options = oldSubscription?.options;
	const subscription = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
	if (!subscription) return;
	await send(API_BASE + API_PATHS.pushSubscription, {
		method: "POST",
		credentials: "include",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(subscription),
	});
}
