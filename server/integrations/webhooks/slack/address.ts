import type { SecretBox } from "#server/platform/keys/secret-box.ts";

/** Where Slack and Slack for governments accept messages. */
const HOSTS = ["hooks.slack.com", "hooks.slack-gov.com"];
/** How much of the end of an address is shown, so that its owner can tell two apart. */
const SHOWN = 4;
/** The end is shown only if the path is much longer. */
const LONG = 24;

/** Whether this is the address of a Slack incoming webhook. */
export function isSlackAddress(address: string): boolean {
	const url = URL.parse(address);
	if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
	return HOSTS.includes(url.hostname) && /^\/services\/[\w-]+\/[\w-]+\/[\w-]+$/.test(url.pathname) && url.search === "";
}

/** The part of an address that may be shown: anyone who knows all of it can post in the channel. */
export function maskedAddress(address: string): string {
	const { origin, pathname, search } = new URL(address);
	const rest = `${pathname}${search}`;
	return `${origin}/…${rest.length >= LONG ? rest.slice(-SHOWN) : ""}`;
}

type Whose = { workspaceId: string; webhookId: string };
/** Separate from signing secrets, so that one can never be used as the other. */
const bound = ({ workspaceId, webhookId }: Whose) => `slack ${workspaceId} ${webhookId}`;

export const sealAddress = (box: SecretBox, address: string, whose: Whose): Buffer =>
	box.seal(Buffer.from(address), bound(whose));

/** Undefined if it was encrypted with another key. */
export const openAddress = (box: SecretBox, sealed: Buffer, whose: Whose): string | undefined =>
	box.open(sealed, bound(whose))?.toString();
