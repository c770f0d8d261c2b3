import { type NotificationSettings, notificationSettings } from "#contract/accounts/notifications.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { workerRegistration } from "./push-device.ts";

/**
 * Whether this device shows notifications. `absent`: the browser cannot. `install`: it can, but only in the installed app.
 * `blocked`: the user said no to the browser, which does not ask again.
 */
export type DevicePush = "absent" | "install" | "blocked" | "off" | "on";

/** Safari on phones and tablets supports it in the installed app but not in a tab. */
const isAppOnly = () => "standalone" in navigator && navigator.standalone === false;

export async function devicePush(): Promise<DevicePush> {
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

/** Asks the user, then the browser, then the server. Call it only after a tap. Null if the user said no. */
export async function turnOnPush(publicKey: string): Promise<NotificationSettings | null> {
	if ((await Notification.requestPermission()) !== "granted") return null;
	const registration = await workerRegistration();
	if (!registration) throw new Error("This page is not ready for notifications yet. Please reload it and try again.");
	const options = { userVisibleOnly: true, applicationServerKey: publicKey };
	const { pushManager } = registration;
	const subscription = await pushManager.subscribe(options).catch(async () => {
		// The old subscription uses a previous key of this server.
		await (await pushManager.getSubscription())?.unsubscribe();
		return pushManager.subscribe(options);
	});
	return tellServer(subscription);
}

/** Sends the existing subscription again, because the session it belonged to has ended. Null if there is none. */
export async function repeatPush(): Promise<NotificationSettings | null> {
	const subscription = await (await workerRegistration())?.pushManager.getSubscription();
	return subscription ? tellServer(subscription) : null;
}
