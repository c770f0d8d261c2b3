import { queryOptions } from "@tanstack/react-query";
import { notificationSettings } from "#contract/notifications.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";

/** `GET notifications/`. */
export const notificationsQuery = queryOptions({
	queryKey: ["notifications"],
	meta: { kept: notificationSettings },
	queryFn: ({ signal }) => callApi(API_PATHS.notifications, { answer: notificationSettings, signal }),
});
