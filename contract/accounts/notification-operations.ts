import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { notificationChanges, notificationSettings, pushSubscription } from "./notifications.ts";

/** Notifications to an account’s devices. */
export const NOTIFICATION_OPERATIONS = {
	readNotifications: {
		method: "GET",
		path: API_PATHS.notifications,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "What the account is notified of, and on how many devices.",
		success: 200,
		answer: notificationSettings,
	},
	changeNotifications: {
		method: "PATCH",
		path: API_PATHS.notifications,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Choose what to be notified of. Fields that are left out stay as they are.",
		body: notificationChanges,
		success: 200,
		answer: notificationSettings,
	},
	addSubscription: {
		method: "POST",
		path: API_PATHS.pushSubscription,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary:
			"Turn notifications on for this session’s device, with the subscription of its browser. It ends with the session.",
		body: pushSubscription,
		success: 200,
		answer: notificationSettings,
	},
	removeSubscription: {
		method: "DELETE",
		path: API_PATHS.pushSubscription,
		access: "account",
		permission: "self",
		tag: "Accounts",
		summary: "Turn notifications off for this session’s device.",
		success: 204,
	},
} as const satisfies Record<string, Operation>;
