import { readFileSync } from "node:fs";
import { CLIENT_COLORS } from "#contract/workspaces/client-colors.ts";
import { site } from "#src/config/site.ts";
import { contentHash } from "../../ids/content-hash.ts";
import { html, type TrustedHtml, trusted } from "../../texts/html.ts";
import { tokenStyles } from "./tokens.ts";

const sheets = [
	new URL("./styles/ground.css", import.meta.url),
	new URL("./styles/result.css", import.meta.url),
	new URL("./styles/findings.css", import.meta.url),
	new URL("./styles/fold.css", import.meta.url),
	new URL("./styles/document.css", import.meta.url),
	new URL("./styles/letterhead.css", import.meta.url),
	new URL("./styles/print.css", import.meta.url),
]
	.map((sheet) => readFileSync(sheet, "utf8"))
	.join("");
/** Column widths in whole percent (`render-table.ts`). */
const widths = Array.from({ length: 100 }, (_, at) => `.w${at + 1}{width:${at + 1}%}`).join("");
/** The edge of each client's color. */
const edges = CLIENT_COLORS.map((color) => `.edge-${color}{--edge:var(--client-${color})}`).join("");
const sheet = `${tokenStyles}${sheets}${widths}${edges}`;
const styles = trusted(`<style>${sheet}</style>`);

/** The only inline styles of the server's own pages. */
export const PAGE_STYLE_HASH = contentHash(sheet);

type Shell = {
	/** The tab's title, without the product's name. */
	title: string;
	/** Where the wordmark links to: a path or an absolute address. */
	home: string;
	/** The issuer of the page, if not the product: then the product is named only in the footer. */
	sender?: { name: string; masthead: TrustedHtml } | undefined;
	main: TrustedHtml;
	/** One or two lines in the footer, before the product's mailbox. */
	foot?: TrustedHtml;
	/** Runs before anything is painted. The page's headers have to allow it. */
	script?: TrustedHtml | undefined;
	/** True where search engines may list the page. */
	listed?: boolean;
};

/**
 * A self-contained document that also works without script: nothing from third parties, styles in the page, fonts from our own build,
 * printable.
 */
export const pageShell = ({ title, home, sender, main, foot, script, listed = false }: Shell): string =>
	html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${listed ? undefined : html`<meta name="robots" content="noindex, nofollow, noarchive">`}
<meta name="format-detection" content="telephone=no, email=no, address=no">
<meta name="color-scheme" content="light dark">
<title>${title} · ${sender?.name ?? site.name}</title>
<link rel="stylesheet" href="/fonts.css">
${styles}
${script}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${sender?.masthead ?? html`<header class="masthead"><a class="wordmark" href="${home}"><svg viewBox="0 0 12 24" aria-hidden="true"><path d="M6 0v13"/><path class="bob" d="M6 12.5 10 16 6 24 2 16z"/></svg>${site.name}</a></header>`}
<main id="main">
${main}
</main>
<footer class="foot">
${foot}
<p>${site.name} · <a href="mailto:${site.email}">${site.email}</a></p>
</footer>
</body>
</html>
`.toString();
