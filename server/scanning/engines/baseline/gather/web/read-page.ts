import type { Exchange, Markup, RawBody } from "../../evidence.ts";
import { decodeBody } from "./decode-body.ts";
import { readMarkup } from "./html.ts";

/** A page's markup, or why there is none. */
export type PageReading = { status: "whole" | "cut"; markup: Markup } | { status: "unread"; reason: string };

/** Reads a page's markup from its body. Pure. */
export function readPage(
	{ url, headers }: Pick<Exchange, "url" | "headers">,
	raw: RawBody,
	limit: number,
): PageReading {
	const body = decodeBody(raw, headers, limit);
	return body.status === "unread" ? body : { status: body.status, markup: readMarkup(body.text, url) };
}
