import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { isSealed, type ShownEntry } from "#src/lib/sealing/shown.ts";
import type { AttemptError } from "#src/outbox/entry.ts";
import type { Entry, HoldReason } from "#src/requests/entry.ts";
import { shortened } from "#src/requests/kinds.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration in its largest whole unit, such as `3 minutes`. */
function lengthText(ms: number): string {
	if (ms < MINUTE) return counted(Math.max(1, Math.ceil(ms / 1000)), "second");
	if (ms < HOUR) return counted(Math.round(ms / MINUTE), "minute");
	if (ms < DAY) return counted(Math.round(ms / HOUR), "hour");
	return counted(Math.round(ms / DAY), "day");
}

/** How long ago. Never negative, even after the clock was set back. */
export function ageText(since: number, now: number): string {
	const age = now - since;
	return age < 10_000 ? "just now" : `${lengthText(age)} ago`;
}

const UNCLAIMED = "Saved before anyone signed in. Sign in to send it.";

const HELD: Record<Exclude<HoldReason, "role" | "client">, string> = {
	"sign-in": "Sign in with the account that requested it, then send it.",
	workspace:
		"You no longer have access to its workspace. It is sent by itself when you do. Or you can save a copy and discard it.",
	ownership: "Verify that the target is yours, then send it.",
	engine: "This scanner is not available right now. Send it when it is.",
	stale: "It has been waiting for more than 7 days. Do you still want to send it?",
	after: "It comes after another request, which needs you or is gone. The outbox shows which.",
	file: "One of its files was not accepted. Discard it and add it again without that file.",
	storage: "The workspace has no room for it. Delete evidence you no longer need, then send it.",
	seal: "The server cannot open it with the keys it has now. Nothing is lost: it stays here, sealed. Ask the operator of the server to restore the earlier key, then send it.",
	code: "Open the link in the email you got and enter a new code. Then it is sent by itself.",
	"handed-over": "It is in a file for another device. Send it from here only if it was not sent from there.",
	"not-after": "The time you set has passed. Do you still want to send it?",
};

/** The most names to show; a workspace can have many owners and managers. */
const HELPERS = 3;
const HELPER_LENGTH = 60;

/** Who can grant a role, according to the response. Untrusted text. */
function helpersOf(error: AttemptError | undefined): string {
	const people = error?.details?.people;
	const named = Array.isArray(people) ? people.filter((name) => typeof name === "string" && name.trim() !== "") : [];
	const names = named.slice(0, HELPERS).map((name: string) => name.trim().slice(0, HELPER_LENGTH));
	return names.length === 0 ? "an owner or manager of the workspace" : OR.format(names);
}
const OR = new Intl.ListFormat("en", { type: "disjunction" });

function heldText(entry: ShownEntry & { status: "held" }): string {
	const { reason, error } = entry;
	switch (reason) {
		case "not-after":
			// How long its kind waits without asking was sealed with it.
			return isSealed(entry)
				? "It has waited as long as it may without asking. Do you still want to send it?"
				: HELD[reason];
		case "sign-in":
			return error?.code === "two_factors_required"
				? "Its workspace asks for two factors. Set up a passkey or an app in Settings, Sign-in, or sign in with it; then it is sent."
				: HELD[reason];
		case "role":
			return `Your role in this workspace does not allow it. Ask ${helpersOf(error)} to change your role. Then it is sent by itself.`;
		case "client":
			return error?.code === "client_archived"
				? "Its client is archived. Once the client is restored, it is sent by itself."
				: "You no longer have access to its client. It is sent by itself when you do. Or you can save a copy and discard it.";
		default:
			return HELD[reason];
	}
}

function refusedText(code: string | null): string {
	switch (code) {
		case "limit_reached":
			return "There is no room for it. Make room first, then edit it and save it to send it again.";
		case "host_of_other_client":
			return "The host belongs to another client. Move the host in Assets, then edit it and save it to send it again, or discard it.";
		default:
			return "The server refused it. Edit it, or discard it.";
	}
}

export type EntryLabels = {
	/** The name of its state. */
	state: string;
	/** What happens next. */
	next: string;
	/** The response to the last attempt; if long, only its start. */
	error: string | null;
	/** The label of the button that sends it; null if sending it again cannot help. */
	send: string | null;
};

function nextText(entry: Entry & { status: "queued" }, now: number, online: boolean): string {
	if (entry.after !== undefined) return `Will be sent after ${counted(entry.after.length, "other request")}.`;
	if (entry.startAt !== undefined && entry.startAt > now) return `Not before ${timeText(entry.startAt)}.`;
	if (!online) return "Will be sent when you are back online.";
	const wait = entry.notBefore - now;
	return wait <= 0 ? "Will be sent in a moment." : `Next try in ${lengthText(wait)}.`;
}

/** How Chromium, Safari and Firefox say that no answer came. */
const NO_ANSWER = /^(Failed to fetch|Load failed|NetworkError)/;

/** The answer to the last attempt. While offline, a missing answer explains nothing. */
function answerOf({ lastError }: Entry & { status: "queued" }, online: boolean): string | null {
	if (!lastError || (lastError.status === null && !online)) return null;
	return NO_ANSWER.test(lastError.message) ? "The server could not be reached." : shortened(lastError.message) || null;
}

/** What the screen says about an entry's state. */
export function entryLabels(entry: ShownEntry, now: number, online: boolean): EntryLabels {
	switch (entry.status) {
		case "queued":
			return {
				state: "Waiting",
				next: nextText(entry, now, online),
				error: answerOf(entry, online),
				send: entry.after ? null : online ? "Send now" : "Try now",
			};
		case "sending":
			return { state: "Sending", next: "Waiting for the server’s answer.", error: null, send: null };
		case "held":
			return {
				state: "Needs you",
				next: entry.owner === "unclaimed" ? UNCLAIMED : heldText(entry),
				error: shortened(entry.error?.message ?? "") || null,
				send:
					entry.owner === "unclaimed" || entry.reason === "after"
						? null
						: entry.reason === "stale" || entry.reason === "not-after"
							? "Send anyway"
							: online
								? "Send now"
								: "Try now",
			};
		case "rejected":
			return {
				state: "Refused",
				next: isSealed(entry) ? "The server refused it. Discard it." : refusedText(entry.error.code),
				error: shortened(entry.error.message) || null,
				send: null,
			};
		case "accepted":
			return { state: "Sent", next: "The server has it.", error: null, send: null };
	}
}

/** `Not tried yet`, `Tried once`, `Tried 3 times`. */
export function attemptsText(attempts: number): string {
	if (attempts === 0) return "Not tried yet";
	return attempts === 1 ? "Tried once" : `Tried ${attempts} times`;
}
