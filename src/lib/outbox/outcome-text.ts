import type { SubmitOutcome } from "#src/outbox/submit.ts";

/** What a person is told of something sent: a line, and below it more. */
export type OutcomeText = { title: string; text: string };

/** What a person is told of an outcome. `done`: nothing is left for them to do, a dialog may close. */
export function outcomeText(outcome: SubmitOutcome, done: string): OutcomeText & { done: boolean } {
	switch (outcome.type) {
		case "accepted":
			return { done: true, title: done, text: "" };
		case "queued":
			return { done: true, title: "Saved on this device", text: "It goes out when you are back online." };
		case "waiting":
			return {
				done: true,
				title: "Saved on this device",
				text: `${outcome.message || "The server could not be reached."} It will be sent again by itself.`,
			};
		case "held":
			return {
				done: true,
				title: "Saved on this device",
				text: outcome.error?.message || "It goes out when you have signed in again.",
			};
		case "refused":
			return { done: false, title: "Not taken", text: outcome.error.message || "The server refused it." };
		case "unsaved":
			return {
				done: false,
				title: "Neither sent nor saved",
				text: `${outcome.message || "The server could not be reached."} ${outcome.why}`,
			};
	}
}
