import ipaddr from "ipaddr.js";
import type { AccountId } from "#contract/ids.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { AccessRefusal } from "../sessions/refusal.ts";

/** What a client did or tried to do with an account. */
type AccountEvent =
	| "sign_in"
	| "sign_out"
	| "sessions_ended"
	| "registration"
	| "code_asked"
	| "address_confirmed"
	| "address_change_asked"
	| "password_changed"
	| "password_reset"
	| "second_factor"
	| "passkey"
	| "proved"
	| "account_deleted"
	| "host_watched"
	| "not_me";

type Noted = {
	event: AccountEvent;
	/** Network address; only its network is logged. */
	client: string;
	/** Undefined if the account is unknown or must not be looked up. */
	accountId?: AccountId | undefined;
	/** More about what was done, such as which kind of registration it was. */
	did?: string;
	outcome: { ok: true } | AccessRefusal;
};

export type NoteAccount = (noted: Noted) => void;

/**
 * Logs sign-ins, refusals and changes of credentials: the account, the network, and the reason for a refusal. Never an address, a code, a
 * token or a password.
 */
export const createAccountLog =
	(log: Logger): NoteAccount =>
	({ event, client, accountId, did, outcome }) => {
		const about = { event, accountId, network: networkOf(client), did };
		if (outcome.ok) return log.info(about, "account: done");
		const { code, reason } = outcome;
		log.warn({ ...about, accountId: accountId ?? outcome.accountId, code, reason }, "account: refused");
	};

/** Wide enough to hold many households, and narrow enough to block: an IPv4 /24 or an IPv6 /48. */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return "unknown";
	const ip = ipaddr.process(address);
	return ip instanceof ipaddr.IPv6
		? `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/48`).toString()}/48`
		: `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/24`).toString()}/24`;
}
