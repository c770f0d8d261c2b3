import * as z from "zod/mini";
import { standing } from "#contract/controls/standing.ts";
import { severity } from "#contract/findings/severity.ts";
import { clientId, scanId, workspaceId } from "#contract/ids.ts";
import { scanKind } from "#contract/scans/scans.ts";

const anywhere = {
	workspaceId,
	/** The client it is about. */
	clientId,
	/** The screen that shows it, for those who may sign in. */
	link: z.url(),
};

const finding = z.object({
	...anywhere,
	/** The same for the same problem in the same place, in every scan. */
	fingerprint: z.string(),
	title: z.string(),
	severity,
	/** The host that was scanned. */
	host: z.string(),
	/** The scan that noticed it. */
	scanId,
});

/** What `data` holds, by event. Fields may be added; readers must accept them. */
export const WEBHOOK_DATA = {
	"scan.ended": z.object({
		...anywhere,
		scanId,
		kind: scanKind,
		host: z.nullable(z.string()),
		status: z.enum(["completed", "failed"]),
		/** Why it failed, as a code that the scan’s own page explains; null if it did not. */
		failure: z.nullable(z.string()),
		/** How many findings there are by severity; null if the scan has no result. */
		counts: z.nullable(z.object({ high: z.int(), medium: z.int(), low: z.int(), none: z.int() })),
	}),
	"finding.opened": z.extend(finding, {
		/** It was fixed before. */
		reopened: z.boolean(),
	}),
	"finding.worsened": finding,
	"finding.fixed": finding,
	"control.standing_changed": z.object({
		...anywhere,
		controlId: z.uuid(),
		code: z.string(),
		title: z.string(),
		before: standing,
		after: standing,
	}),
	"task.due": z.object({
		...anywhere,
		taskId: z.uuid(),
		title: z.string(),
		due: z.iso.date(),
	}),
} as const;

/** One line about each event, for the API’s description. */
export const WEBHOOK_TEXTS: Readonly<Record<string, string>> = {
	"scan.ended": "A scan has ended.",
	"finding.opened":
		"A scan found a problem that is new, or back after it was fixed. Informational findings are not reported.",
	"finding.worsened": "A scan rated an open finding as more severe than before.",
	"finding.fixed": "A scan looked for a finding and no longer found it.",
	"control.standing_changed": "The standing of a control has changed: after a scan, a test run, or with time.",
	"task.due": "The day on which a task is due has begun (UTC), and the task is not done.",
	"webhook.test": "A member pressed the test button.",
};

export type WebhookEventType = keyof typeof WEBHOOK_DATA;
/** The events that an endpoint can subscribe to. */
export const WEBHOOK_EVENTS = Object.keys(WEBHOOK_DATA) as [WebhookEventType, ...WebhookEventType[]];

/** What an event says besides where it happened: the facts known to the code that notices it. */
export type WebhookFacts = {
	[T in WebhookEventType]: Omit<z.infer<(typeof WEBHOOK_DATA)[T]>, keyof typeof anywhere>;
};

/** The body of a message. */
export const webhookMessage = (type: string, data: z.ZodMiniType) =>
	z.object({
		type: z.literal(type),
		/** When it happened. */
		timestamp: z.iso.datetime(),
		data,
	});

/** The test button’s message. Endpoints do not subscribe to it. */
export const WEBHOOK_TEST = "webhook.test";
export const webhookTestData = z.object({ workspaceId, webhookId: z.uuid() });
