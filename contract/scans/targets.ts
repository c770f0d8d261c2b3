import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";

/** `POST targets/`: adds a host that the account claims. */
export const targetClaim = z.strictObject({
	/** Host name or IP address; for a URL, its host is used. */
	host: z
		.string("Please give a host.")
		.check(z.trim(), z.minLength(1, "Please give a host."), atMost(2_048, "That host is too long.")),
	/** Whether subdomains are included; then only the DNS record can verify them. */
	includesSubdomains: z.optional(z.boolean("Please say whether subdomains are included.")),
});
export type TargetClaim = z.infer<typeof targetClaim>;

/** A host that an account has added, how to verify ownership, and whether it is verified. */
export const ownedTarget = z.object({
	id: z.uuid(),
	host: z.string(),
	includesSubdomains: z.boolean(),
	/** Name of the TXT record that proves ownership of the name; null for an IP address. */
	txtName: z.nullable(z.string()),
	/** The exact content of the record or the file. */
	proof: z.string(),
	/**
	 * Path of the file that active scans need, on port 443 or 80 of the address they scan. Without `includesSubdomains` it also
	 * verifies the host. Each subdomain needs its own file with the same text.
	 */
	filePath: z.string(),
	/** Whether ownership of the host is verified. */
	status: z.enum(["unproven", "proven", "expired"]),
	provenBy: z.nullable(z.enum(["dns", "file"])),
	provenAt: z.nullable(z.iso.datetime()),
	/** A proof holds for 90 days. */
	expiresAt: z.nullable(z.iso.datetime()),
	/** When the file was last found on the host itself; null if the latest check did not find it. */
	fileSeenAt: z.nullable(z.iso.datetime()),
	/** When it was last checked, and what was missing then, in a sentence for a person. */
	checkedAt: z.nullable(z.iso.datetime()),
	problem: z.nullable(z.string()),
});
export type OwnedTarget = z.infer<typeof ownedTarget>;

/** How many hosts an account may add. */
export const TARGETS_LIMIT = 200;

export const targetList = z.object({ targets: z.array(ownedTarget) });
