import type { Ticket } from "#contract/tickets/tickets.ts";
import type { TrackerChecked } from "#contract/tickets/trackers.ts";

const STATES: Readonly<Record<Ticket["state"], string>> = {
	creating: "Being created",
	open: "Open",
	closing: "Being closed",
	closed: "Closed",
	told: "Fixed, not closed",
	reopening: "Being reopened",
};

const GIVEN_UP: Readonly<Partial<Record<Ticket["state"], string>>> = {
	creating: "Not created",
	closing: "Not closed",
	reopening: "Not reopened",
};

/** A ticket's state in two words. */
export function stateLabel({ state, trouble }: Ticket): string {
	const isOver = trouble !== null && trouble.nextAt === null;
	return (isOver && GIVEN_UP[state]) || STATES[state];
}

const SENTENCES: Readonly<Record<NonNullable<TrackerChecked["problem"]>, string>> = {
	"not-allowed": "This address is not allowed: it leads into a private network.",
	"no-key": "The token cannot be read. Enter it again in the settings.",
	timeout: "The tracker did not answer within 15 seconds.",
	certificate: "The tracker’s certificate is not valid.",
	connection: "The connection failed.",
	redirect: "The tracker answered with a redirect, which is not followed. Check the address and the project’s name.",
	"too-large": "The tracker’s answer was too long. Check the address.",
	"not-json": "The tracker’s answer is not what its API gives. Check the address.",
	unauthorized: "The tracker did not accept the token. Check that it has not expired.",
	forbidden: "The token is not allowed to do this. It needs to read and write issues of the project.",
	missing: "The tracker does not know this, or the token does not reach it. Check the project’s name.",
	refused: "The tracker did not accept the issue.",
	"rate-limited": "The tracker asked us to wait.",
	server: "The tracker has a problem of its own.",
	"issues-off": "Issues are turned off in this project.",
	"no-issue-permission": "The token cannot create issues here.",
	"no-issue-type": "The project has no such issue type.",
};

/** Why a tracker could not carry out a request, as a sentence. */
export const problemText = (problem: NonNullable<TrackerChecked["problem"]>, code: number | null): string =>
	code === null ? SENTENCES[problem] : `${SENTENCES[problem]} It answered ${code}.`;
