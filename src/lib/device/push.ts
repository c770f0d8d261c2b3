import { type NotificationSettings, notificationSettings } from "#contract/notifications.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { workerRegistration } from "./push-device.ts";

/**
 * Whether this device can be told of something. `absent`: its browser has no such thing. `install`: it has, in the installed
 * app alone. `blocked`: a person said no to the browser, which does not ask again.
 */
export type PushHere = "absent" | "install" | "blocked" | "off" | "on";

/** Safari on phones and tablets, which has all of it in the installed app and nothing of it in a tab. */
const isAppOnly = () => "standalone" in navigator && navigator.standalone === false;

export async function pushHere(): Promise<PushHere> {
	if (!("Notification" in window && "PushManager" in window)) return isAppOnly() ? "install" : "absent";
	if (Notification.permission === "denied") return "blocked";
	const registration = await workerRegistration();
	if (!registration) return "absent";
	const subscription = await registration.pushManager.getSubscription();
	return subscription && Notification.permission === "granted" ? "on" : "off";
}

const tellServer = (subscription: PushSubscription): Promise<NotificationSettings> =>
	callApi(API_PATHS.pushSubscription, {
		method: "POST",
		body: subscription.toJSON(),
		answer: notificationSettings,
	});

/** Asks the person, then the browser, then the server. Only ever after a tap. Null where a person said no. */
export async function turnOnPush(publicKey: string): Promise<NotificationSettings | null> {
	if ((await Notification.requestPermission()) !== "granted") return null;
	const registration = await workerRegistration();
	if (!registration) throw new Error("This page has no worker yet. Please reload it and try again.");
	const options = { userVisibleOnly: true, applicationServerKey: publicKey };
	const { pushManager } = registration;
	const subscription = await pushManager.subscribe(options).catch(async () => {
		// Made with another key, by this server before it had a new one.
		await (await pushManager.getSubscription())?.unsubscribe();
		return pushManager.subscribe(options);
	});
	return tellServer(subscription);
}

/** The subscription there is, told again: the session it was told to has ended. Null where there is none. */
export async function repeatPush(): Promise<NotificationSettings | null> {
	const subscription = await (await workerRegistration())?.pushManager.getSubscription();
	return subscription ? tellServer(subscription) : null;
}
