import type { SubmitOutcome } from "#src/requests/submit.ts";

/** What a screen says about a submission: a title and more below it. */
export type OutcomeText = { title: string; text: string };

/** The text for an outcome. `done`: the user has nothing left to do, so a dialog may close. */
export function outcomeText(outcome: SubmitOutcome, done: string): OutcomeText & { done: boolean } {
	switch (outcome.type) {
		case "accepted":
			return { done: true, title: done, text: "" };
		case "queued":
			return { done: true, title: "Saved on this device", text: "It will be sent when you are back online." };
		case "waiting":
			return {
				done: true,
				title: "Saved on this device",
				text: `${outcome.message || "The server could not be reached."} It will be sent again automatically.`,
			};
		case "held":
			return {
				done: true,
				title: "Saved on this device",
				text: outcome.error?.message || "It will be sent after you sign in again.",
			};
		case "refused":
			return { done: false, title: "Refused", text: outcome.error.message || "The server refused it." };
		case "unsaved":
			return {
				done: false,
				title: "Not sent and not saved",
				text: `${outcome.message || "The server could not be reached."} ${outcome.why}`,
			};
	}
}
