import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { workspaceId } from "#contract/ids.ts";

/** Which notifications an account wants. The device makes its own notifications about the outbox, without the server. */
const notificationChoices = z.strictObject({
	/** A scan has ended. */
	scanFinished: z.boolean("Please say yes or no."),
	/** A scan found a serious problem that was not there before. */
	newFinding: z.boolean("Please say yes or no."),
	/** Sends an email if no device could be reached. */
	mail: z.boolean("Please say yes or no."),
});
export type NotificationChoices = z.infer<typeof notificationChoices>;

export const notificationChanges = z.partial(notificationChoices);
export type NotificationChanges = z.infer<typeof notificationChanges>;

/** `GET notifications/`. */
export const notificationSettings = z.object({
	/** What a browser subscribes with (VAPID, base64url); null if this server sends no notifications. */
	publicKey: z.nullable(z.string()),
	choices: notificationChoices,
	/** How many devices get notifications. */
	devices: z.int(),
	/** Whether this session's device is one of them. */
	here: z.boolean(),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** A subscription's key: this many bytes in base64url. */
const key = (bytes: number) =>
	z.string("Please give the subscription's keys.").check(
		atMost(100, "This is not a subscription key."),
		z.refine(
			(text) => Math.floor(((/^([\w-]+)={0,2}$/.exec(text)?.[1]?.length ?? 0) * 3) / 4) === bytes,
			"This is not a subscription key.",
		),
	);

/** `POST notifications/subscription/`: a `PushSubscription` as the browser writes it. */
export const pushSubscription = z.strictObject({
	endpoint: z
		.string("Please give the endpoint.")
		.check(
			atMost(1_000, "This endpoint is too long."),
			z.url({ protocol: /^https?$/, error: "This is not an endpoint." }),
		),
	keys: z.strictObject({ p256dh: key(65), auth: key(16) }),
	/** Ignored: a subscription is dropped when its push service says it is gone. */
	expirationTime: z.optional(z.nullable(z.number())),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

const place = {
	/** The client it is about; left out for the workspace's own client. */
	client: z.optional(z.object({ name: z.string(), code: z.string() })),
	/** Its workspace; left out for the account's own. */
	workspace: z.optional(workspaceId),
};

const scanNotice = z.object({
	kind: z.enum(["scan-finished", "new-finding"]),
	host: z.string(),
	/** The scan's. */
	id: z.uuid(),
	...place,
});
export type ScanNotice = z.infer<typeof scanNotice>;

/** A respondent sent a section. The notice says neither who nor what. */
const partNotice = z.object({
	kind: z.literal("part-sent"),
	/** The assessment's. */
	id: z.uuid(),
	...place,
});

/** All that a push message contains, because it passes through third-party servers and shows on lock screens. */
export const pushMessage = z.union([scanNotice, partNotice]);
export type PushMessage = z.infer<typeof pushMessage>;
