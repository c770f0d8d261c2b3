/** Masks an email address for display: `j…@example.com`, or `…` if there is nothing before the @. */
export function maskMailbox(email: string): string {
	const at = email.lastIndexOf("@");
	return at < 1 ? "…" : `${[...email][0]}…${email.slice(at)}`;
}
