import type { RateLimitDetails } from "#contract/errors.ts";
import type { AccountId } from "#contract/ids.ts";
import { clientKey } from "./client-key.ts";
import { duration } from "./duration.ts";

/** So many within a fixed window. */
export type Limit = {
	/** What is counted, such as `email`, and for whom, such as the mailbox. */
	what: "attempts" | "address" | "account-attempts" | "account" | "email" | "target" | "target-address";
	whom: string;
	points: number;
	windowSeconds: number;
	/** Whether reaching it stops everything this client sends, or this one request. */
	scope: RateLimitDetails["scope"];
};

/**
 * How much is allowed; the settings LIMIT_PER_ADDRESS and LIMIT_PER_ACCOUNT (per hour), LIMIT_PER_EMAIL (per day),
 * LIMIT_PER_TARGET (per hour).
 */
export type LimitNumbers = { perAddress: number; perAccount: number; perEmail: number; perTarget: number };

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Requests that come to nothing cost us a name lookup each, so they are counted too, more generously. */
const ATTEMPTS_PER_SCAN = 4;
/** One address may serve many names (shared hosting, delivery networks). */
const TARGETS_PER_ADDRESS = 10;

/** Who is counted: an account wherever it asks from, anybody else by their network. */
type Sender = { client: string; account: AccountId | undefined };

export function attemptsLimit({ client, account }: Sender, { perAddress, perAccount }: LimitNumbers): Limit {
	const rest = { windowSeconds: HOUR, scope: "client" } as const;
	if (account) return { what: "account-attempts", whom: account, points: perAccount * ATTEMPTS_PER_SCAN, ...rest };
	return { what: "attempts", whom: clientKey(client), points: perAddress * ATTEMPTS_PER_SCAN, ...rest };
}

type Subject = Sender & {
	/** Undefined where nobody but the account's own mailbox gets a mail. */
	mailbox: string | undefined;
	/** Undefined when the operator lists the target, or it is the account's own: then only the sender's own limit applies. */
	target: { host: string; address: string | undefined } | undefined;
};

/** The limits an accepted scan counts against, in the one order everybody takes them in, so that nobody deadlocks. */
export function scanLimits({ client, account, mailbox, target }: Subject, numbers: LimitNumbers): Limit[] {
	const rest = { windowSeconds: HOUR, scope: "client" } as const;
	const limits: Limit[] = [
		account
			? { what: "account", whom: account, points: numbers.perAccount, ...rest }
			: { what: "address", whom: clientKey(client), points: numbers.perAddress, ...rest },
	];
	if (!target) return limits;
	if (mailbox !== undefined) {
		limits.push({ what: "email", whom: mailbox, points: numbers.perEmail, windowSeconds: DAY, scope: "entry" });
	}
	limits.push({ what: "target", whom: target.host, points: numbers.perTarget, windowSeconds: HOUR, scope: "entry" });
	if (target.address) {
		const points = numbers.perTarget * TARGETS_PER_ADDRESS;
		limits.push({ what: "target-address", whom: target.address, points, windowSeconds: HOUR, scope: "entry" });
	}
	return limits;
}

/** What a visitor is told who has reached a limit. */
export function limitMessage({ what, whom, points }: Limit, retryAfter: number): string {
	const again = `Please try again in ${duration(retryAfter)}.`;
	switch (what) {
		case "attempts":
		case "address":
			return `Too many scans were asked for from your network in the last hour. ${again}`;
		case "account-attempts":
		case "account":
			return `Too many scans were asked for with this account in the last hour. ${again}`;
		case "email":
			return `A mailbox gets at most ${points} scan ${points === 1 ? "report" : "reports"} a day, and this one has had them. ${again}`;
		case "target":
			return `${whom} has been scanned often enough for the moment: at most ${points} times an hour. ${again}`;
		case "target-address":
			return `The server behind this name has been scanned often enough for the moment. ${again}`;
	}
}
