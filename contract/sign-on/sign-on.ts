import * as z from "zod/mini";
import { emailAddress } from "#contract/accounts/email-address.ts";
import { atMost } from "#contract/at-most.ts";

/** Roles that a provider can give. It never makes an owner, and guests are invited for one client. */
export const MAPPED_ROLES = ["manager", "consultant", "contributor", "auditor"] as const;
const mappedRole = z.enum(MAPPED_ROLES, "A provider can give the roles manager, consultant, contributor and auditor.");
export type MappedRole = z.infer<typeof mappedRole>;

/** Most domains, and most lines of the role map. */
export const MOST_DOMAINS = 20;
const MOST_VALUES = 50;

const line = (what: string, most: number) =>
	z
		.string(`Please give ${what} as text.`)
		.check(
			z.trim(),
			z.minLength(1, `Please give ${what}.`),
			atMost(most, `At most ${most} characters, please.`),
			z.regex(/^[^\p{Cc}\p{Cs}]*$/u, "Please leave out control characters."),
		);

const roleValue = z.strictObject({ value: line("a value", 200), role: mappedRole });

const issuer = line("the issuer’s address", 300).check(
	z.regex(/^https?:\/\/[^\s?#@]+$/, "An issuer is an address such as https://login.example.com/tenant."),
);

/** `PUT workspace/sign-on/`. */
export const signOnChange = z.strictObject({
	/** Exactly as the provider writes it, including a slash at the end. */
	issuer,
	/** Our client ID at the provider. */
	oauthClient: line("the client ID", 300),
	/** Null: unchanged. */
	clientSecret: z.nullable(line("the client secret", 1_000)),
	/** The claim with people’s groups or roles; null: everyone gets the default role. */
	roleClaim: z.nullable(line("a claim", 100)),
	/** The first value in this list that a person has decides. */
	roleValues: z.array(roleValue).check(z.maxLength(MOST_VALUES, `At most ${MOST_VALUES} values, please.`)),
	/** For people whom no value matches; null: they cannot sign in. */
	defaultRole: z.nullable(mappedRole),
	/** Whether members other than owners have to sign in this way. */
	required: z.boolean(),
});
export type SignOnChange = z.infer<typeof signOnChange>;

const DOMAIN = "A domain looks like example.com.";
export const emailDomain = z
	.string(DOMAIN)
	.check(
		z.trim(),
		z.toLowerCase(),
		atMost(253, DOMAIN),
		z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, DOMAIN),
	);

/** `POST workspace/sign-on/domains/`. */
export const domainAddition = z.strictObject({ domain: emailDomain });

export const signOnDomain = z.object({
	domain: z.string(),
	verified: z.boolean(),
	/** The TXT record that proves it. */
	record: z.object({ name: z.string(), text: z.string() }),
	/** What the last check found instead. */
	problem: z.nullable(z.string()),
});

/** `GET workspace/sign-on/`: company sign-in as its owners see it. The client secret is never part of it. */
export const signOn = z.object({
	/** False: this server has no key to encrypt client secrets with. */
	available: z.boolean(),
	/** Where the provider sends people back; to be entered at the provider. */
	redirectUri: z.string(),
	provider: z.nullable(
		z.extend(z.omit(signOnChange, { clientSecret: true }), {
			/** Whether someone has come in through this client of the provider. The previous release leaves it out. */
			tried: z.optional(z.boolean()),
			/** Why the last sign-in failed, and what to change at the provider; null if it did not. The previous release leaves it out. */
			problem: z.optional(z.nullable(z.string())),
		}),
	),
	domains: z.array(signOnDomain),
});
export type SignOn = z.infer<typeof signOn>;

/** `POST accounts/sign-on/start/`. */
export const signOnStart = z.strictObject({
	email: emailAddress,
	/** Where to go afterward: a page of the dashboard. */
	next: z.optional(z.string().check(atMost(500, "This address is too long."))),
});
/** Where to send the browser. */
export const signOnStarted = z.object({ url: z.string() });

/** Why a company sign-in ended without a session. The end of the login page’s address says which. */
export const SIGN_ON_FAILURES = [
	"expired",
	"refused",
	"unavailable",
	"no_email",
	"unstated_email",
	"unverified_email",
	"other_domain",
	"no_role",
	"ended",
] as const;
export type SignOnFailure = (typeof SIGN_ON_FAILURES)[number];
