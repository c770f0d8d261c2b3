import { domainToASCII } from "node:url";

/**
 * The canonical spelling of an address: Unicode in composed form, lower case, the host as in the DNS. Tags and dots stay: they make
 * different addresses for one mailbox, and a person may want an account for each.
 */
export function addressKey(email: string): string {
	const text = email.trim().normalize("NFC").toLowerCase();
	const at = text.lastIndexOf("@");
	const host = text.slice(at + 1);
	return `${text.slice(0, at + 1)}${domainToASCII(host) || host}`;
}
