import { ofAccount, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";
import { SESSION_IS_OVER } from "./store/session-rows.ts";

/** Accounts, and how people sign in to them. */
export const ACCOUNT_TABLES = {
	tables: {
		accounts: { exported: "account", outlives: "who was a guest still has an account" },
		account_consents: { exported: "consents" },
		account_codes: { exported: { leftOut: "codes from mails, hashed, gone after minutes" } },
		account_not_me_links: { exported: { leftOut: "hashes of links’ tokens" } },
		account_requests: {
			exported: { leftOut: "hashes of keys of requests, with answers that say what other lists say" },
			handedOver: { leftOut: "hashes of keys of requests to this server" },
		},
		account_totp: { exported: "secondFactor" },
		account_recovery_codes: { exported: "secondFactor" },
		passkeys: { exported: "passkeys" },
		passkey_users: { exported: { leftOut: "a random number that authenticators know the account by" } },
		passkey_challenges: {
			exported: { leftOut: "hashes of what authenticators sign and of cookies, gone after minutes" },
		},
		pending_sign_ins: { exported: { leftOut: "hashes of cookies, gone after minutes" } },
		registrations: { exported: { leftOut: "hashes of tokens, gone after an hour" } },
		known_devices: { exported: { leftOut: "hashes of cookies" } },
		sessions: { exported: "sessions", handedOver: { leftOut: "of people, not of a client" }, outlives: "of members" },
	},
	exports: [
		{
			name: "consents",
			columns: `terms, updates, agreed_at AS "agreedAt"`,
			from: ofAccount("account_consents"),
			key: [["terms", "text"]],
		},
		{
			name: "sessions",
			columns: `id, device, network, signed_in_with AS "signedInWith", remembered, sessions.created_at AS "createdAt", last_seen_at AS "lastSeenAt",
				EXISTS (SELECT FROM push_subscriptions WHERE session_id = id) AS "hasNotifications"`,
			from: ofAccount("sessions"),
			key: [["id", "uuid"]],
		},
		{
			name: "secondFactor",
			columns: `'totp' AS kind, created_at AS "createdAt", confirmed_at AS "confirmedAt",
				(SELECT count(*)::integer FROM account_recovery_codes WHERE account_recovery_codes.account_id = account_totp.account_id) AS "recoveryCodesLeft"`,
			from: ofAccount("account_totp"),
			key: [["account_id", "uuid"]],
		},
		{
			name: "passkeys",
			columns: `id, name, encode(credential_id, 'base64') AS "credentialId", transports, syncable, synced, created_at AS "createdAt",
				last_used_at AS "lastUsedAt"`,
			from: ofAccount("passkeys"),
			key: [["id", "uuid"]],
		},
	],
	prunes: [
		{ table: "sessions", when: SESSION_IS_OVER },
		{ table: "account_codes", when: "expires_at < now()" },
		{ table: "pending_sign_ins", when: "expires_at < now()" },
		{ table: "passkey_challenges", when: "expires_at < now()" },
		{ table: "registrations", when: "expires_at < now()" },
		// When their cookie expires.
		{ table: "known_devices", when: "created_at < now() - interval '1 year'" },
		{ table: "account_not_me_links", when: "created_at < now() - interval '1 year'" },
	],
} as const satisfies TenantTables;
