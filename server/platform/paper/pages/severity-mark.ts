import type { Severity } from "#contract/findings/severity.ts";
import { html, type TrustedHtml } from "../../texts/html.ts";
import { SEVERITY_LABELS } from "../severity-labels.ts";

const SHAPES: Record<Severity, TrustedHtml> = {
	high: html`<path d="M6 1 11.5 11h-11z" fill="currentColor"/>`,
	medium: html`<path d="M6 .5 11.5 6 6 11.5.5 6z" fill="currentColor"/>`,
	low: html`<circle cx="6" cy="6" r="4.75" fill="currentColor"/>`,
	none: html`<circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" stroke-width="1.75"/>`,
};

/** The severity's shape alone, for places where its label is next to it. */
export const severityShape = (severity: Severity): TrustedHtml =>
	html`<svg class="shape" viewBox="0 0 12 12" aria-hidden="true">${SHAPES[severity]}</svg>`;

/** Label, shape and color together: a severity is never shown by color alone. */
export const severityMark = (severity: Severity): TrustedHtml =>
	html`<span class="severity ${severity}">${severityShape(severity)}${SEVERITY_LABELS[severity].label}</span>`;
