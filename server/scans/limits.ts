import ipaddr from "ipaddr.js";
import type { RateLimitDetails } from "#contract/errors.ts";

/** So many within a fixed window. */
export type Limit = {
	/** What is counted, such as `email`, and for whom, such as the mailbox. */
	what: "attempts" | "address" | "email" | "target" | "target-address";
	whom: string;
	points: number;
	windowSeconds: number;
	/** Whether reaching it stops everything this client sends, or this one request. */
	scope: RateLimitDetails["scope"];
};

/** How much is allowed; the settings LIMIT_PER_ADDRESS (per hour), LIMIT_PER_EMAIL (per day), LIMIT_PER_TARGET (per hour). */
export type LimitNumbers = { perAddress: number; perEmail: number; perTarget: number };

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Requests that come to nothing cost us a name lookup each, so they are counted too, more generously. */
const ATTEMPTS_PER_SCAN = 4;
/** One address may serve many names (shared hosting, delivery networks). */
const TARGETS_PER_ADDRESS = 10;

export function attemptsLimit(client: string, { perAddress }: LimitNumbers): Limit {
	const points = perAddress * ATTEMPTS_PER_SCAN;
	return { what: "attempts", whom: clientKey(client), points, windowSeconds: HOUR, scope: "client" };
}

type Subject = {
	client: string;
	mailbox: string;
	/** Undefined when the operator lists the target: then only the client's own limit applies. */
	target: { host: string; address: string | undefined } | undefined;
};

/** The limits an accepted scan counts against, in the one order everybody takes them in, so that nobody deadlocks. */
export function scanLimits({ client, mailbox, target }: Subject, numbers: LimitNumbers): Limit[] {
	const limits: Limit[] = [
		{ what: "address", whom: clientKey(client), points: numbers.perAddress, windowSeconds: HOUR, scope: "client" },
	];
	if (!target) return limits;
	limits.push({ what: "email", whom: mailbox, points: numbers.perEmail, windowSeconds: DAY, scope: "entry" });
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
		case "email":
			return `A mailbox gets at most ${points} scan ${points === 1 ? "report" : "reports"} a day, and this one has had them. ${again}`;
		case "target":
			return `${whom} has been scanned often enough for the moment: at most ${points} times an hour. ${again}`;
		case "target-address":
			return `The server behind this name has been scanned often enough for the moment. ${again}`;
	}
}

/** One household or server usually has a whole /64 of IPv6 addresses. */
function clientKey(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const ip = ipaddr.process(address);
	if (ip instanceof ipaddr.IPv6) return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`;
	return ip.toString();
}

function duration(seconds: number): string {
	const [count, unit] =
		seconds < 90
			? [seconds, "second"]
			: seconds < 5_400
				? [Math.ceil(seconds / 60), "minute"]
				: [Math.ceil(seconds / 3_600), "hour"];
	return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
