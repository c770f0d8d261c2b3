import { ApiFailure } from "#src/lib/data/api-failure.ts";

export type Trouble = {
	cause: "offline" | "unreachable" | "server" | "too-many" | "refused" | "unfinished";
	/** For the user: what happened, what was saved, what to do. Empty if a refusal gave no reason. */
	message: string;
	/** The server's own sentence, empty without one. */
	serverMessage: string;
};

const KEPT = "What you typed is still here.";

/** `seconds` from now, in words. */
function waitText(seconds: number): string {
	if (seconds < 90) return "in a minute";
	const minutes = Math.ceil(seconds / 60);
	return minutes < 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

function tooMany({ message, details }: ApiFailure): string {
	if (message !== "") return message;
	const { retryAfter } = details;
	return `There were too many attempts. Try again ${typeof retryAfter === "number" ? waitText(retryAfter) : "later"}.`;
}

/**
 * Why a call failed, and what to do. `refused`: the server read it and said no. `unfinished`: the password was right, but the second factor
 * is missing. Anything but an ApiFailure means that a part of the page could not be loaded.
 */
export function troubleOf(error: unknown, online: boolean): Trouble {
	if (!(error instanceof ApiFailure) || error.status === null) {
		if (!online) return { cause: "offline", message: `You are offline. Nothing was sent. ${KEPT}`, serverMessage: "" };
		const message = `The server could not be reached. ${KEPT} Check the connection and try again.`;
		return { cause: "unreachable", message, serverMessage: "" };
	}
	const serverMessage = error.message;
	if (error.status === 429) return { cause: "too-many", message: tooMany(error), serverMessage };
	if (error.status >= 500) {
		return { cause: "server", message: `The server could not answer. ${KEPT} Try again in a moment.`, serverMessage };
	}
	if (error.code === "second_factor_expired") return { cause: "unfinished", message: serverMessage, serverMessage };
	return { cause: "refused", message: serverMessage, serverMessage };
}
