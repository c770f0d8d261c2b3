import { html, type TrustedHtml } from "../../texts/html.ts";
import { STANDING_LABELS, type Standing } from "../standing-labels.ts";

/** Squares in ink: no severity has one, so what was seen is not mistaken for how bad it is. */
const SHAPES: Record<Standing, TrustedHtml> = {
	"evidence-against": html`<path d="M1.5 1.5h9v9h-9z" fill="currentColor"/>`,
	"none-seen": html`<path d="M2.25 2.25h7.5v7.5h-7.5z" fill="none" stroke="currentColor" stroke-width="1.5"/>`,
	"not-evaluated": html`<path d="M1.5 6h9" stroke="currentColor" stroke-width="1.75"/>`,
};

/** What scans saw about a control: shape and word. */
export const standingMark = (standing: Standing): TrustedHtml =>
	html`<span class="standing"><svg class="shape" viewBox="0 0 12 12" aria-hidden="true">${SHAPES[standing]}</svg>${STANDING_LABELS[standing]}</span>`;
