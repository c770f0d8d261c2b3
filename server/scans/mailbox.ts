import { createHash } from "node:crypto";

/** The mailbox behind an address: `Ada+scans@Example.com` and `ada@example.com` are one. */
export function mailboxOf(email: string): string {
	const [name = "", host = ""] = email.trim().toLowerCase().split("@");
	const untagged = name.split("+")[0];
	return `${untagged || name}@${host}`;
}

/** How a mailbox is named wherever its address itself need not be known. */
export function mailboxHash(email: string): Buffer {
	return createHash("sha256").update(mailboxOf(email)).digest();
}

/** The form's rule lets through what no mail server takes, such as `a@b.c>,<d`: behind the @ there must be a host name. */
export function isDeliverable(email: string): boolean {
	return /^[^\s@]+@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(email);
}
