import type { Logo } from "../../files/pictures/logo.ts";
import { html, type TrustedHtml } from "../../texts/html.ts";
import { visibleLine } from "../../texts/visible-text.ts";
import type { Letterhead } from "../letterhead.ts";

/** The picture is embedded, so that a saved page has it too. */
export const pictureOf = ({ type, bytes, width, height, ground }: Logo, alt: string): TrustedHtml =>
	html`<img class="logo on-${ground}" src="data:${type};base64,${bytes.toString("base64")}" alt="${alt}" width="${Math.round(width)}" height="${Math.round(height)}">`;

/** Its name is beside it, so it needs no alternative text. */
const NAMED_BESIDE = "";

/** The head of a page in a workspace's name. */
export const mastheadOf = ({ name, color, logo }: Letterhead): TrustedHtml =>
	html`<header class="masthead sender edge-${color}">${logo ? pictureOf(logo, NAMED_BESIDE) : undefined}<p><bdi>${visibleLine(name)}</bdi></p></header>`;

/** The client a document is about. Color alone never says which. */
export const clientOf = ({ name, color }: NonNullable<Letterhead["client"]>): TrustedHtml =>
	html`<p class="client edge-${color}"><span class="label">Client</span> <bdi>${visibleLine(name)}</bdi></p>`;
