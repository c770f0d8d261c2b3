import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { clientId, workspaceId } from "#contract/ids.ts";
import { sealing } from "#contract/requests/sealing.ts";
import { CLIENT_COLORS } from "./client-colors.ts";
import { role } from "./roles.ts";
import { timeToFix } from "./time-to-fix.ts";

/** A `company` has exactly one client: itself. A `consultancy` also works for others. */
export const workspaceKind = z.enum(["company", "consultancy"], "A workspace is a company or a consultancy.");
export type WorkspaceKind = z.infer<typeof workspaceKind>;

const color = z.enum(CLIENT_COLORS, "There is no such color.");

/** No control characters and no lone surrogates: they cannot be stored, or do harm when displayed. */
const VISIBLE = /^[^\p{Cc}\p{Cs}]*$/u;

const name = (what: string, most: number) =>
	z
		.string(`Please give ${what} as text.`)
		.check(
			z.trim(),
			z.minLength(1, `Please give ${what}.`),
			atMost(most, `At most ${most} characters, please.`),
			z.regex(VISIBLE, "Please leave out control characters."),
		);

/** A workspace that the account is a member of. `POST workspaces/` and `POST invitations/accept/` answer with it. */
export const membership = z.object({
	id: workspaceId,
	name: z.string(),
	kind: workspaceKind,
	color,
	role,
	/** The one client that a guest sees; null for everyone else. */
	clientId: z.nullable(clientId),
	/** The last day of the membership (UTC), if it has one. */
	endsOn: z.nullable(z.iso.date()),
	/** Left out by servers that cannot open sealed requests. */
	sealing: z.optional(sealing),
});
export type Membership = z.infer<typeof membership>;

/** `GET workspaces/`: the account's own first, then by name. */
export const workspaceList = z.object({ workspaces: z.array(membership) });
export type WorkspaceList = z.infer<typeof workspaceList>;

/** `POST workspaces/`: the account becomes its owner. */
export const workspaceCreation = z.strictObject({ name: name("a name", 100), kind: workspaceKind });
export type WorkspaceCreation = z.infer<typeof workspaceCreation>;

const CODE = "A code has 1 to 32 small letters, digits and hyphens, such as acme-bank.";
export const clientCode = z
	.string("Please give a code as text.")
	.check(z.trim(), atMost(32, CODE), z.regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, CODE));

/** A client that a workspace works for. */
export const client = z.object({
	id: clientId,
	name: z.string(),
	/** Names it in addresses. Unique in its workspace. */
	code: z.string(),
	color,
	/** Whether it is the workspace itself. It can be neither archived nor deleted. */
	own: z.boolean(),
	/** True for the client with sample data; left out for all others. */
	sample: z.optional(z.literal(true)),
	/** ISO 3166-1 alpha-2; empty if not given. */
	country: z.string(),
	sector: z.string(),
	/** A person at the client; empty if not given. */
	contact: z.string(),
	/** Null while it is active. Nothing can be created for an archived client; everything can still be read. */
	archivedAt: z.nullable(z.iso.datetime()),
	/** Goes up with each change. */
	version: z.int(),
});
export type Client = z.infer<typeof client>;

/** `GET clients/`: what programs need to name a client. */
export const clientList = z.object({
	clients: z.array(z.pick(client, { id: true, name: true, code: true, archivedAt: true })),
});
export type ClientList = z.infer<typeof clientList>;

/** `GET workspace/`: the workspace of the request, as the member sees it. */
export const workspace = z.object({
	...membership.shape,
	/** Changes with the logo; null if there is none. Part of the logo's address. */
	logoVersion: z.nullable(z.string()),
	/**
	 * Whether members need two factors to get in: a passkey, a code from an app, or the workspace's company sign-in. The previous
	 * release leaves it out.
	 */
	twoFactorsRequired: z.optional(z.boolean()),
	/** The previous release leaves it out. */
	timeToFix: z.optional(timeToFix),
	/** By name; a guest sees only their own. */
	clients: z.array(client),
});
export type Workspace = z.infer<typeof workspace>;

/** `PATCH workspace/`: fields that are left out stay as they are. A workspace with other clients stays a consultancy. */
export const workspaceChange = z.strictObject({
	name: z.optional(name("a name", 100)),
	kind: z.optional(workspaceKind),
	color: z.optional(color),
	/** `required` of `sealing`. */
	sealingRequired: z.optional(z.boolean("Please say whether it is to be required.")),
	/** Only a member who signed in with two factors can require them. */
	twoFactorsRequired: z.optional(z.boolean("Please say whether they are to be required.")),
	/** Moves the due dates of open tasks that follow from it. A date that a person chose stays. */
	timeToFix: z.optional(timeToFix),
});
export type WorkspaceChange = z.infer<typeof workspaceChange>;

/** `PUT workspace/logo/`: the file itself is the body, at most LOGO_BYTES and LOGO_SIDE pixels wide and high. */
export const LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];
export const LOGO_BYTES = 100_000;
export const LOGO_SIDE = 2_000;

/** The new `logoVersion` of the workspace. */
export const logoSaved = z.object({ logoVersion: z.string() });

const clientFields = {
	color: z.optional(color),
	country: z.optional(
		z
			.string()
			.check(
				atMost(2, "A country is two capital letters, such as NG."),
				z.regex(/^(?:[A-Z]{2})?$/, "A country is two capital letters, such as NG."),
			),
	),
	sector: z.optional(z.string().check(z.trim(), atMost(100, "At most 100 characters, please."))),
	contact: z.optional(z.string().check(z.trim(), atMost(200, "At most 200 characters, please."))),
};

/** `POST clients/`. Without a code, it is made from the name. */
export const clientCreation = z.strictObject({
	name: name("a name", 100),
	code: z.optional(clientCode),
	...clientFields,
});
export type ClientCreation = z.infer<typeof clientCreation>;

/** `PATCH clients/{clientId}/`: fields that are left out stay as they are. */
export const clientChange = z.strictObject({
	name: z.optional(name("a name", 100)),
	code: z.optional(clientCode),
	...clientFields,
	archived: z.optional(z.boolean()),
	/**
	 * The version that the change is based on. 409 `changed_meanwhile` with the current client in `details.current` if that is
	 * outdated.
	 */
	version: z.int("Please give the version that you changed."),
});
export type ClientChange = z.infer<typeof clientChange>;

/** `DELETE clients/{clientId}/`: with its name, as confirmation. */
export const clientDeletion = z.strictObject({ name: z.string("Please type the client’s name.") });
