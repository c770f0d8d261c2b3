/** As much of a mailbox as an operator needs to see: its first letter and its host. */
export function maskMailbox(email: string): string {
	const at = email.lastIndexOf("@");
	return at < 1 ? "…" : `${[...email][0]}…${email.slice(at)}`;
}
