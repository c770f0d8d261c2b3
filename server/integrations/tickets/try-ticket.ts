import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import type { Connection } from "./connection.ts";
import type { Due } from "./due-ticket.ts";
import type { TicketFacts } from "./facts.ts";
import type { Issue } from "./issue.ts";
import { afterFailure, type Step, stepOf } from "./moves.ts";
import type { Settled } from "./settled.ts";
import { commentText, markOf, markOfTurn, ticketText } from "./text.ts";
import { openToken } from "./token.ts";
import type { TrackerClient } from "./tracker.ts";
import { type AskDeps, createAsk, TrackerFault } from "./trackers/ask.ts";
import { createTrackerClient } from "./trackers/tracker-client.ts";

export type TryDeps = AskDeps & {
	/** Undefined if the server has no key to decrypt tokens with. */
	box: SecretBox | undefined;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	/** From 0 to 1. */
	random: () => number;
};

/** A client of a tracker; throws a `TrackerFault` if its token cannot be read. */
export function clientOf(deps: AskDeps & Pick<TryDeps, "box">, connection: Connection): TrackerClient {
	const token = deps.box && openToken(deps.box, connection.token, connection);
	if (token === undefined) throw new TrackerFault("no-key");
	return createTrackerClient({ ...connection, token }, ({ api, headers }) => createAsk(deps, api, headers));
}

/** Brings an issue up to date, in one try. */
export async function tryTicket(deps: TryDeps, due: Due, facts: TicketFacts): Promise<Settled> {
	const step = stepOf(due.standing, due.isUnsure);
	if (step === undefined) throw new Error("A ticket that is where it should be was taken");
	try {
		return await go(clientOf(deps, due.connection), step, { deps, due, facts });
	} catch (error) {
		if (!(error instanceof TrackerFault)) throw error;
		const { problem, code, detail, waitUntil } = error;
		const { attempts } = due;
		const after = afterFailure({ step, problem, attempts, now: deps.now(), waitUntil, random: deps.random() });
		// If the outcome was not known before and was not looked up now, it is still not known.
		return { ok: false, problem, code, detail, ...after, isUnsure: after.isUnsure || due.isUnsure };
	}
}

type Work = { deps: TryDeps; due: Due; facts: TicketFacts };

async function go(client: TrackerClient, step: Step, { deps, due, facts }: Work): Promise<Settled> {
	const { publicUrl } = deps;
	if (step === "create") {
		const mark = markOf(due.id);
		const before = due.isUnsure ? await client.find(mark, due.createdAt) : undefined;
		const issue = before ?? (await client.create(ticketText(facts, publicUrl), mark));
		return { ok: true, remote: "open", issue };
	}
	const issue = there(due);
	const came = step === "close" ? await client.close(issue) : "open";
	if (step === "reopen") await client.reopen(issue);
	const mark = markOfTurn(due.id, due.turn);
	if (!(due.isUnsure && (await client.hasComment(issue, mark, due.turnedAt)))) {
		await client.comment(issue, commentText(facts, came, publicUrl), mark);
	}
	return { ok: true, remote: came, issue };
}

function there({ issue }: Due): Issue {
	if (!issue) throw new Error("A ticket without an issue was to be closed");
	return issue;
}
