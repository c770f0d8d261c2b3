import { waitText } from "#contract/format/duration.ts";
import type { RequestLimits } from "#contract/scans/engines.ts";
import type { Submission, Trouble } from "#src/lib/submission/submission-state.ts";
import { keptText, messageOf } from "#src/lib/submission/trouble-text.ts";
import type { HoldReason } from "#src/requests/entry.ts";

const UNKNOWN = "Something went wrong";

export type TroubleText = {
	/** Specification, section 8. */
	error: string;
	/** Where the request is now. */
	kept: string | null;
	/** The next step that the product has a page for. */
	remedy: "sign-in" | "ownership" | null;
};

/** How long a scan takes at most, and how much it sends. */
export const requestsText = ({ perSecond, most }: RequestLimits): string =>
	`It takes up to ${waitText(Math.round(most / perSecond))}, and sends at most ${perSecond} requests a second, ${most.toLocaleString("en")} in all.`;

export function troubleText(trouble: Trouble, state: Submission): TroubleText {
	if (trouble.type === "held") {
		const signedOut = trouble.reason === "sign-in" && !trouble.error;
		const error = signedOut ? "You are not signed in." : messageOf(trouble).trim() || UNKNOWN;
		return { error, ...HELD[trouble.reason] };
	}
	const error = trouble.type === "invalid" ? "Please fill in the required fields." : messageOf(trouble).trim();
	return { error: error || UNKNOWN, kept: keptText(trouble, state), remedy: null };
}

const ASKS = "Saved on this device. The outbox asks you before it is sent.";

const HELD: Record<HoldReason, Pick<TroubleText, "kept" | "remedy">> = {
	"sign-in": { kept: "Saved on this device. Sign in to send it.", remedy: "sign-in" },
	ownership: {
		kept: "Saved on this device. Verify that you own the target, then submit again.",
		remedy: "ownership",
	},
	engine: { kept: "Saved. Send it from the outbox when this scanner is available.", remedy: null },
	workspace: {
		kept: "Saved on this device. Send it from the outbox when you have access to the workspace.",
		remedy: null,
	},
	role: { kept: "Saved on this device. Send it from the outbox when your role allows it.", remedy: null },
	client: { kept: "Saved on this device. Send it from the outbox when the client is active again.", remedy: null },
	stale: { kept: ASKS, remedy: null },
	"not-after": { kept: ASKS, remedy: null },
	after: { kept: "Saved on this device. It waits for another request in the outbox.", remedy: null },
	file: { kept: "Saved on this device. One of its files was not accepted; see the outbox.", remedy: null },
	storage: {
		kept: "Saved on this device. Send it from the outbox when the workspace has room for files.",
		remedy: null,
	},
	code: { kept: "Saved on this device. Open the link in the email you got and enter a new code.", remedy: null },
	seal: { kept: "Saved on this device, sealed. Send it from the outbox when the server can open it.", remedy: null },
	"handed-over": { kept: "Saved on this device, and in a file for another device.", remedy: null },
};

export const QUEUED = "Saved on this device. It will be sent when you are back online.";
export const QUEUED_UNCLAIMED = "Saved on this device. It will be sent when you are back online and signed in.";
