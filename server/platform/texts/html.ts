import { visibleText } from "./visible-text.ts";

/** Markup that may go to a browser as it is. Only `html` and `trusted` create it, and the private field enforces that. */
export class TrustedHtml {
	readonly #markup: string;

	constructor(markup: string) {
		this.#markup = markup;
	}

	toString(): string {
		return this.#markup;
	}
}

type HtmlValue = string | number | TrustedHtml | undefined | readonly HtmlValue[];

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const rendered = (value: HtmlValue): string => {
	if (value === undefined) return "";
	if (value instanceof TrustedHtml) return value.toString();
	if (typeof value === "object") return value.map(rendered).join("");
	return visibleText(String(value)).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
};

/**
 * A template in which every value is escaped, for text and for quoted attributes alike, and invisible characters are named. Lists are
 * joined; undefined becomes nothing. Not for values inside `<style>`, `<script>` or unquoted attributes.
 */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): TrustedHtml =>
	new TrustedHtml(strings.reduce((markup, part, index) => markup + rendered(values[index - 1]) + part));

/** Our own text that is already markup, such as a stylesheet from this repository. Never for anything observed or typed. */
export const trusted = (markup: string): TrustedHtml => new TrustedHtml(markup);
