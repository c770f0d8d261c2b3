import { expect } from "@playwright/test";
import { decodeMail, type Mailbox } from "./mailbox.ts";

/** The link and the code of the newest email to `address` whose link leads to `path`, once there are `count` of them. */
export async function codeMail(mailbox: Mailbox, address: string, path: string, count = 1) {
	const links = () =>
		mailbox.received
			.filter(({ to }) => to.includes(address))
			.map(({ raw }) => decodeMail(raw).match(/https?:\/\/[^\s"<]+#code=[A-Z0-9-]+/)?.[0] ?? "")
			.filter((link) => link.includes(path));
	await expect.poll(() => links().length).toBe(count);
	const link = new URL(links().at(-1) ?? "");
	return { path: link.pathname + link.search + link.hash, code: link.hash.slice("#code=".length) };
}
