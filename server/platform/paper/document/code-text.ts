import { codeSpans } from "#contract/format/code-spans.ts";
import { html, type TrustedHtml } from "../../texts/html.ts";

/** A sentence with its code as code. */
export const codeText = (text: string): TrustedHtml =>
	html`${codeSpans(text).map((stretch) => (stretch.code ? html`<code>${stretch.text}</code>` : stretch.text))}`;
