import { domainToASCII } from "node:url";

/**
 * What makes two spellings of an address one: Unicode in composed form, lower case, the host as the DNS has it. Tags and
 * dots stay: they are different addresses of one mailbox, and somebody may want an account for each.
 */
export function addressKey(email: string): string {
	const text = email.trim().normalize("NFC").toLowerCase();
	const at = text.lastIndexOf("@");
	const host = text.slice(at + 1);
	return `${text.slice(0, at + 1)}${domainToASCII(host) || host}`;
}
