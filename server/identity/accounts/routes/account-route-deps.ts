import type { FastifyRequest } from "fastify";
import type { AccountId } from "#contract/ids.ts";
import { networkOf } from "#server/platform/http/client-key.ts";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import type { Senders } from "../../sessions/operation.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";
import type { Cookies } from "../../sessions/session-cookie.ts";
import type { AccountDeps } from "../account-deps.ts";
import type { NoteAccount } from "../account-log.ts";
import type { AccountLimits } from "../limits.ts";
import type { PasskeySite } from "../passkeys/verify.ts";
import type { PasswordLine } from "../passwords/password-line.ts";
import type { AccountStore } from "../store/account-store.ts";

/** What the routes of accounts need. */
export type AccountRouteDeps = {
	store: AccountStore;
	passwordLine: PasswordLine;
	limits: AccountLimits;
	/** Encrypts the secrets of second factors; undefined if the server has no key for it. */
	box: SecretBox | undefined;
	/** The site that passkeys are for. A function because with PORT=0 the public address is only known after listening. */
	site: () => PasskeySite;
	cookies: Cookies;
	/** Everything an account has, as one file. */
	exportAccount: (id: AccountId) => Promise<AsyncIterable<string> | undefined>;
	senders: Senders;
	note: NoteAccount;
	now: () => Date;
};

/** What checking a password needs. */
export type PasswordDeps = Pick<AccountRouteDeps, "store" | "passwordLine" | "limits" | "now">;

/** Runs work that hashes a password when its turn comes. `account`: the account or address it is about. */
export const inLine = <T>(
	{ store, passwordLine, limits, now }: PasswordDeps,
	{ ip }: Pick<FastifyRequest, "ip">,
	account: string,
	work: (deps: AccountDeps) => Promise<T | AccessRefusal>,
): Promise<T | AccessRefusal> =>
	passwordLine.serve({ network: networkOf(ip), account }, (passwords) => work({ store, passwords, limits, now }));
