import type { RateLimitDetails } from "#contract/errors.ts";
import { waitText } from "#contract/format/duration.ts";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import { countClient } from "#server/platform/http/client-key.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";

/** What a scan counts against. */
export type Limit = Counter & {
	what:
		| "attempts"
		| "address"
		| "account-attempts"
		| "account"
		| "email"
		| "target"
		| "target-address"
		| "target-address-run"
		| "probe"
		| "probe-address"
		| "probe-address-run"
		| "proof-address"
		| "proof-address-run";
	/** Whether reaching it stops everything this client sends, or only this request. */
	scope: RateLimitDetails["scope"];
};

/**
 * How much is allowed; the settings LIMIT_PER_ADDRESS and LIMIT_PER_ACCOUNT (per hour), LIMIT_PER_EMAIL (per day),
 * LIMIT_PER_TARGET (per hour).
 */
export type LimitNumbers = { perAddress: number; perAccount: number; perEmail: number; perTarget: number };

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Refused requests cost us a name lookup each, so they count too, against a more generous limit. */
const ATTEMPTS_PER_SCAN = 4;
/** One address may serve many names (shared hosting, delivery networks). */
const TARGETS_PER_ADDRESS = 10;
/** How many accounts can use up their looks at one address before the next account has to wait. */
const ACCOUNTS_PER_ADDRESS = 10;

/** Who is counted: an account wherever it is, anyone else by network. */
type Sender = { client: string; account: AccountId | undefined };

export function attemptsLimit({ client, account }: Sender, { perAddress, perAccount }: LimitNumbers): Limit {
	const rest = { windowSeconds: HOUR, scope: "client" } as const;
	if (account) return { what: "account-attempts", whom: account, points: perAccount * ATTEMPTS_PER_SCAN, ...rest };
	return { what: "attempts", ...countClient(client, perAddress * ATTEMPTS_PER_SCAN), ...rest };
}

/** The target, in the form it is counted by. */
export type CountedTarget = {
	host: string;
	/** Empty if its name servers did not answer. */
	addresses: readonly string[];
	/** The kind of a scan that probes. Such scans are counted separately: strangers must not use up an owner's share. */
	probe: ScanKind | undefined;
};

type Subject = Sender & {
	/** Undefined if only the account's own mailbox gets an email. */
	mailbox: string | undefined;
	/** Undefined if the operator lists the target: then only the sender's own limit applies. */
	target: CountedTarget | undefined;
};

/** The limits an accepted scan counts against, always in the same order, so that no two requests deadlock. */
export function scanLimits({ client, account, mailbox, target }: Subject, numbers: LimitNumbers): Limit[] {
	const rest = { windowSeconds: HOUR, scope: "client" } as const;
	const limits: Limit[] = [
		account
			? { what: "account", whom: account, points: numbers.perAccount, ...rest }
			: { what: "address", ...countClient(client, numbers.perAddress), ...rest },
	];
	if (!target) return limits;
	if (mailbox !== undefined) {
		limits.push({ what: "email", whom: mailbox, points: numbers.perEmail, windowSeconds: DAY, scope: "entry" });
	}
	const { host, addresses, probe } = target;
	const ofHost = { points: numbers.perTarget, windowSeconds: HOUR, scope: "entry" } as const;
	limits.push(
		probe ? { what: "probe", whom: `${probe} ${host}`, ...ofHost } : { what: "target", whom: host, ...ofHost },
	);
	const points = numbers.perTarget * TARGETS_PER_ADDRESS;
	return [...limits, ...addressLimits(probe ? "probe-address" : "target-address", addresses, points)];
}

/**
 * The limits a scan counts against when it runs, because its name may point somewhere else by then. Twice as high, because scans accepted
 * at the end of one window and at the start of the next may run in the same one.
 */
export function runLimits({ addresses, probe }: CountedTarget, { perTarget }: LimitNumbers): Limit[] {
	const points = 2 * perTarget * TARGETS_PER_ADDRESS;
	return addressLimits(probe ? "probe-address-run" : "target-address-run", addresses, points);
}

/**
 * The limits for looking for a proof's file, applied before the first request: the addresses may be a stranger's. An account can look
 * twice as often as it can scan, so that an owner who is still putting the file in place does not use up their scans; and no account
 * alone can use up what all have together.
 */
export function proofLimits(
	what: "proof-address" | "proof-address-run",
	account: AccountId | WorkspaceId,
	addresses: readonly string[],
	{ perTarget }: LimitNumbers,
): Limit[] {
	const points = 2 * perTarget * TARGETS_PER_ADDRESS;
	return addresses.toSorted().map((address) => ({
		what,
		whom: `${account} ${address}`,
		points,
		wider: [{ whom: address, points: points * ACCOUNTS_PER_ADDRESS }],
		windowSeconds: HOUR,
		scope: "entry",
	}));
}

const addressLimits = (what: Limit["what"], addresses: readonly string[], points: number): Limit[] =>
	addresses.toSorted().map((whom) => ({ what, whom, points, windowSeconds: HOUR, scope: "entry" }));

/** What to tell a visitor who has reached a limit. */
export function limitMessage({ what, whom, points }: Limit, retryAfter: number): string {
	const again = `Please try again in ${waitText(retryAfter)}.`;
	switch (what) {
		case "attempts":
		case "address":
			return `Too many scans were started from your network in the last hour. ${again}`;
		case "account-attempts":
		case "account":
			return `Too many scans were started with this account in the last hour. ${again}`;
		case "email":
			return `A mailbox gets at most ${points} scan ${points === 1 ? "report" : "reports"} a day, and this one has had them. ${again}`;
		case "target":
			return `${whom} has been scanned often enough for the moment: at most ${points === 1 ? "once" : `${points} times`} an hour. ${again}`;
		case "probe":
			return `This host has been scanned with this tool often enough for the moment: at most ${points === 1 ? "once" : `${points} times`} an hour. ${again}`;
		case "target-address":
		case "target-address-run":
		case "probe-address":
		case "probe-address-run":
			return `The server behind this name has been scanned often enough for the moment. ${again}`;
		case "proof-address":
		case "proof-address-run":
			return `We have looked for the ownership file on the server behind this name often enough for the moment. ${again}`;
	}
}

export function refuseLimit(limit: Limit, retryAfter: number): Refusal {
	return refuse("rate_limited", limitMessage(limit, retryAfter), { scope: limit.scope, retryAfter });
}
