import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { frameworkId } from "./pack.ts";

/** The file that an auditor gets: a .zip with a signed manifest of hashes, and an index that opens offline. */
export const BUNDLE = { format: "plumbline-audit-bundle", version: 1, mediaType: "application/zip" } as const;

/** Most working links per client at a time. */
export const BUNDLE_LINKS_LIMIT = 50;
/** The longest a link can work, in days from when it is made. */
export const BUNDLE_DAYS_LIMIT = 366;

export const bundleLinkId = z.uuid("This is not a link’s ID.").brand<"BundleLinkId">();
export type BundleLinkId = z.infer<typeof bundleLinkId>;

/** A link through which an auditor gets the bundle. The link itself is shown once, when it is made. */
const bundleLink = z.object({
	id: bundleLinkId,
	framework: frameworkId,
	from: z.iso.date(),
	to: z.iso.date(),
	/** Who it is for. Untrusted text. */
	auditor: z.string(),
	createdAt: z.iso.datetime(),
	/** The last day (UTC) on which it works. */
	endsOn: z.iso.date(),
	/** How often the bundle was downloaded with it. */
	downloads: z.int(),
});
export type BundleLink = z.infer<typeof bundleLink>;

/** `GET frameworks/{frameworkId}/bundle-links/`: those that still work, newest first. */
export const bundleLinkList = z.object({ links: z.array(bundleLink) });

const day = (what: string) => z.iso.date(`Please give ${what} as YYYY-MM-DD.`);

/** `POST frameworks/{frameworkId}/bundle-links/`. */
export const bundleLinkRequest = z
	.strictObject({
		auditor: z
			.string("Please say who it is for.")
			.check(inOneLine(), z.trim(), z.minLength(1, "Please say who it is for."), atMost(120, "That is too long.")),
		from: day("the first day"),
		to: day("the last day of the window"),
		endsOn: day("the day the link ends"),
	})
	.check(z.refine(({ from, to }) => from <= to, "The first day is after the last."));
export type BundleLinkRequest = z.infer<typeof bundleLinkRequest>;

/** 201: the only answer that contains the link. */
export const bundleLinkMade = z.object({ link: bundleLink, url: z.url() });

export const bundleKeyId = z.uuid("This is not a key’s ID.").brand<"BundleKeyId">();
export type BundleKeyId = z.infer<typeof bundleKeyId>;

/** A key that signs manifests of bundles. Anyone can read its public part at `/keys/{id}` and `/keys/{id}.pem`. */
const bundleKey = z.object({
	id: bundleKeyId,
	/** SHA-256 in hex of the public key as DER. */
	sha256: z.string(),
	createdAt: z.iso.datetime(),
	/** Null for the one that signs now. */
	retiredAt: z.nullable(z.iso.datetime()),
});
export type BundleKey = z.infer<typeof bundleKey>;

/** `GET bundle-keys/`: newest first. Empty until the first bundle is made. */
export const bundleKeyList = z.object({
	keys: z.array(bundleKey),
	/** False if this server has no secret to keep keys with. */
	signs: z.boolean(),
});

/** `POST bundle-keys/`: replaces the key that signs. */
export const bundleKeyReplacement = z.strictObject({ instead: bundleKeyId });
