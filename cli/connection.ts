import { CommandError, EXIT } from "#contract/command-line.ts";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const wrong = (message: string) => new CommandError(EXIT.usage, `${message} Nothing was sent.`);

/** The server and the token, read only from the environment. */
export function readConnection(env: Readonly<Record<string, string | undefined>>): { url: string; token: string } {
	const token = env.PLUMBLINE_TOKEN?.trim() ?? "";
	if (token === "") throw wrong("PLUMBLINE_TOKEN is not set. It has to hold an API token.");
	// A header can hold nothing else, and an error about it would quote the token.
	if (!/^[\x21-\x7e]+$/.test(token)) throw wrong("PLUMBLINE_TOKEN holds no API token.");
	const url = URL.parse(env.PLUMBLINE_URL?.trim() ?? "");
	if (!url || !["https:", "http:"].includes(url.protocol)) {
		throw wrong("PLUMBLINE_URL has to be the address of a Plumbline server, such as https://plumbline.example.com.");
	}
	if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) {
		throw wrong("PLUMBLINE_URL has to begin with https://, because the token would be readable on the way.");
	}
	if (url.username !== "" || url.password !== "") throw wrong("PLUMBLINE_URL can’t hold a user name or a password.");
	return { url: url.origin, token };
}
