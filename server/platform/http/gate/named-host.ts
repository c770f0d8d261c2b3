import type { IncomingMessage } from "node:http";

const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/** A request target without the host that some senders put in front of it (RFC 9112, "absolute-form"): `/path?query`. */
export function originForm(target: string): string {
	if (!AUTHORITY.test(target)) return target;
	const rest = target.replace(AUTHORITY, "");
	return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Whether a request names only one host. If it named two, in `Host` headers or in its target, we might use one and the proxy in front of
 * us the other, and the proxy's checks or cache would apply to a different request. `target` is as it was sent.
 */
export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">, target: string): boolean {
	const hosts = rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1);
	const inTarget = AUTHORITY.exec(target)?.[1];
	if (inTarget !== undefined) hosts.push(inTarget);
	return inTarget === undefined
		? hosts.length <= 1
		: hosts.length === 2 && hosts[0]?.toLowerCase() === inTarget.toLowerCase();
}
