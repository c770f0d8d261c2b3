import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";

/** Hosts of the one large provider that ignores dots in names: each of its mailboxes has thousands of spellings. */
const DOTLESS = ["gmail.com", "googlemail.com"];
const MAX_NAME_LENGTH = 64;

/** The mailbox behind an address: `Ada+scans@Example.com` and `ada@example.com` are one. */
export function mailboxOf(email: string): string {
	const [name = "", typedHost = ""] = email.trim().toLowerCase().split("@");
	const host = domainToASCII(typedHost) || typedHost;
	const untagged = name.split("+")[0] || name;
	return DOTLESS.includes(host) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${host}`;
}

/** How a mailbox is identified wherever its address itself need not be known. */
export function mailboxHash(email: string): Buffer {
	return createHash("sha256").update(mailboxOf(email)).digest();
}

/**
 * The form's rule allows things that no mail server accepts, such as `a@b.c>,<d` or a name with control characters: before the @ there
 * must be words joined by dots (RFC 5322 dot-atom, letters of any script by RFC 6531), after it a host name.
 */
export function isDeliverable(email: string): boolean {
	const [name = ""] = email.split("@");
	return (
		name.length <= MAX_NAME_LENGTH &&
		/^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@/u.test(email) &&
		/@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?)*$/u.test(
			email,
		)
	);
}
